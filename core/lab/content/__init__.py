"""Content as a factor: which scoring tiles, missions or special places make what difference, from designed draws."""
