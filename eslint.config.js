/** How the scripts of the page and of reports are linted. Names that nobody defines are left to the type checker, which knows the browser's. */

import js from "@eslint/js";

export default [
  {
    ignores: [
      "**/*",
      ...["!src/", "!src/plyground/", "!src/plyground/web/", "!src/plyground/web/static/**"],
      ...["!src/plyground/lab/", "!src/plyground/lab/report/", "!src/plyground/lab/report/*.js"],
    ],
  },
  js.configs.recommended,
  {
    files: ["src/plyground/web/static/*.js", "src/plyground/lab/report/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 12],
      eqeqeq: "error",
      "max-depth": ["error", 3],
      "max-lines-per-function": ["error", { max: 40, skipComments: true, skipBlankLines: true }],
      "no-alert": "error",
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-undef": "off",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
