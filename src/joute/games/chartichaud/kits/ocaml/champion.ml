(* A starter: harvests, sends every civilian to the nearest gold, and recruits more of them.
   All you may ask and order is in api.ml. *)
open Api

let enough = 8 (* Enough civilians. *)

(* Called once before the first turn; no orders are given here. *)
let partie_init () = ()

let cells () =
  List.concat_map (fun y -> List.init (width ()) (fun x -> (y, x))) (List.init (height ()) Fun.id)

(* Without a building nobody is recruited: the first civilian who can pay for one constructs it. *)
let construct homes = ignore (List.exists (fun (y, x) -> build y x B = Ok) homes)

let recruit buildings workers =
  let hire workers (y, x) = if workers < enough && build y x C = Ok then workers + 1 else workers in
  ignore (List.fold_left hire workers buildings)

let far mines (y, x) =
  List.fold_left (fun least (my, mx) -> min least (abs (y - my) + abs (x - mx))) 1000 mines

(* One civilian goes a step towards the nearest gold. *)
let walk mines (y, x) =
  let steps = [ (y, x + 1); (y + 1, x); (y, x - 1); (y - 1, x) ] in
  let steps = List.stable_sort (fun a b -> compare (far mines a) (far mines b)) steps in
  ignore (List.exists (fun (sy, sx) -> move C y x sy sx = Ok) steps)

(* Called whenever it is your turn. *)
let jouer_tour () =
  ignore (autofarm ());
  let own kind (y, x) = max 0 (units (player ()) kind y x) in
  let all = cells () in
  let mines = List.filter (fun (y, x) -> gold_at y x > 0) all in
  let homes = List.filter (fun cell -> own C cell > 0) all in
  let buildings = List.filter (fun cell -> own B cell > 0) all in
  let workers = List.fold_left (fun sum cell -> sum + own C cell) 0 homes in
  if buildings = [] then construct homes;
  recruit buildings workers;
  List.iter
    (fun (y, x) ->
      for _ = 1 to ready C y x do
        walk mines (y, x)
      done)
    homes

(* Called once after the last turn; no orders are given here. *)
let partie_fin () = ()

(* How the engine finds your functions. *)
let () =
  Callback.register "partie_init" partie_init;
  Callback.register "jouer_tour" jouer_tour;
  Callback.register "partie_fin" partie_fin
