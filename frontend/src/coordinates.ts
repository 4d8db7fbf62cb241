// How a game writes a cell: one order everywhere, that of its API.

import type { Cell } from "./board";
import type { Axes } from "./generated/wire";

/** A cell of the picture in the coordinates of its game. */
export const written = (axes: Axes, [column, row]: Cell): string => (axes === "yx" ? `${row}, ${column}` : `${column}, ${row}`);
