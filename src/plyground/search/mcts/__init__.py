"""Monte Carlo tree search: with random playouts, with a network (PUCT), and for many games at once (Gumbel)."""
