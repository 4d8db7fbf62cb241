(* A starter: civilians go where the gold is, one building recruits, soldiers go where the enemy is.
   All you may ask and order is in api.ml. *)
open Api

let never_seen = -1
let led_most = 10 (* Units of a kind that one cell sends out in a turn. *)

let rows = ref 0
let columns = ref 0
let golds = ref [||] (* The gold of each cell when we last saw it. *)
let workers = ref [||] (* Our civilians on each cell, and those on their way to it. *)
let foes = ref [||] (* The enemy's units on each cell, as far as we see. *)

let each_cell f =
  for cell = 0 to (!rows * !columns) - 1 do
    f cell (cell / !columns) (cell mod !columns)
  done

(* Called once before the first turn; no orders are given here. *)
let partie_init () =
  rows := height ();
  columns := width ();
  let size = !rows * !columns in
  golds := Array.make size never_seen;
  workers := Array.make size 0;
  foes := Array.make size 0

let look () =
  each_cell (fun cell y x ->
      let seen = visible y x in
      if seen then !golds.(cell) <- gold_at y x;
      !workers.(cell) <- (if seen then units (player ()) C y x else 0);
      let count sum kind = sum + units (opponent ()) kind y x in
      !foes.(cell) <- (if seen then List.fold_left count 0 [ C; M; B ] else 0))

let wanted who cell =
  if who = M then !foes.(cell) > 0
  else !golds.(cell) > 0 && !workers.(cell) = 0 && !foes.(cell) = 0

(* The nearest cell worth going to, or the nearest that we have never seen. *)
let goal_of who y x =
  let far = 1 lsl 20 in
  let best = ref None and best_cost = ref far in
  each_cell (fun cell gy gx ->
      let away = abs (gy - y) + abs (gx - x) in
      let extra =
        if wanted who cell then 0 else if !golds.(cell) = never_seen then !rows + !columns else far
      in
      if away + extra < !best_cost then begin
        best := Some cell;
        best_cost := away + extra
      end);
  !best

(* One step nearer to the goal, along its longer side. *)
let step who y x goal =
  let dy = (goal / !columns) - y and dx = (goal mod !columns) - x in
  let ny, nx = if abs dy >= abs dx then (y + compare dy 0, x) else (y, x + compare dx 0) in
  if who = M || !foes.((ny * !columns) + nx) = 0 then ignore (move who y x ny nx)

let lead who =
  each_cell (fun _ y x ->
      for _ = 1 to min led_most (ready who y x) do
        match goal_of who y x with
        | None -> ()
        | Some goal ->
          if who = C then !workers.(goal) <- !workers.(goal) + 1;
          step who y x goal
      done)

(* The first building stands where a civilian can pay for it; buildings recruit workers for free mines, then
   soldiers. *)
let build_up () =
  let mines = ref 0 and buildings = ref 0 in
  each_cell (fun cell y x ->
      if !golds.(cell) > 0 && !workers.(cell) = 0 then incr mines;
      if units (player ()) B y x > 0 then incr buildings);
  each_cell (fun _ y x ->
      if !buildings = 0 && ready C y x > 0 && build y x B = Ok then incr buildings;
      while ready B y x > 0 && build y x (if !mines > 0 then C else M) = Ok do
        decr mines
      done)

(* Called whenever it is your turn. *)
let jouer_tour () =
  look ();
  ignore (autofarm ());
  build_up ();
  lead M;
  lead C

(* Called once after the last turn; no orders are given here. *)
let partie_fin () = ()

(* How the engine finds your functions. *)
let () =
  Callback.register "partie_init" partie_init;
  Callback.register "jouer_tour" jouer_tour;
  Callback.register "partie_fin" partie_fin
