"""The games for the tools of researchers: observations as arrays, many games at once, PettingZoo, OpenSpiel."""
