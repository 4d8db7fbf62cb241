(* A starter: spreads out, then walks back to where everybody starts and strikes at whoever is in sight.
   All you may ask and order is in api.ml. *)
open Api

let classes = [ Perso_voleur; Perso_barbare; Perso_elfe ]

let stride = function
  | Perso_voleur -> voleur_deplacement
  | Perso_barbare -> barbare_deplacement
  | Perso_elfe -> elfe_deplacement

let gap (ax, ay) (bx, by) = abs (ax - bx) + abs (ay - by)

(* The nearest first; of two equally near, the one of smaller x, then y. *)
let sort cells from = List.sort (fun a b -> compare (gap a from, a) (gap b from, b)) cells

(* The cells in sight of one of our characters where somebody of another team stands, the nearest first. *)
let enemies classe =
  let own = perso_classe_info classe in
  let hostile cell = Array.exists (fun other -> other.equipe <> mon_equipe ()) (carte_zone_perso cell) in
  sort (List.filter hostile (Array.to_list (perso_vision_personnages own))) (perso_position own)

let direction (x, y) (goal_x, goal_y) =
  let dx = goal_x - x and dy = goal_y - y in
  if abs dx > abs dy then if dx > 0 then Orientation_est else Orientation_ouest
  else if dy > 0 then Orientation_sud
  else Orientation_nord

let around = [| Orientation_nord; Orientation_est; Orientation_sud; Orientation_ouest |]

(* As far as possible on the way to the goal, and look where it leads; on the spot, look around. *)
let walk classe goal =
  let own = perso_classe_info classe in
  let here = perso_position own in
  let path = chemin here goal in
  let facing = if path = [||] then around.(tour_actuel () mod 4) else direction here goal in
  let rec go length =
    if length >= 0 && perso_deplace own (Array.sub path 0 length) facing <> Ok then go (length - 1)
  in
  go (min (Array.length path) (stride classe))

(* The cell nearest to a corner that can be reached from the start. *)
let nearest_floor corner =
  let width, height = carte_taille () in
  let cells = List.init (width * height) (fun i -> (i / height, i mod height)) in
  let reached cell = carte_zone_type cell <> Zone_mur && distance (carte_depart ()) cell >= 0 in
  Option.value (List.find_opt reached (sort cells corner)) ~default:(carte_depart ())

(* Called once before the first turn; no orders are given here. *)
let partie_init () = ()

(* Each class towards another corner. *)
let jouer_placement () =
  let width, height = carte_taille () in
  let corners = [| (0, 0); (width - 1, 0); (width - 1, height - 1); (0, height - 1) |] in
  List.iteri (fun i classe -> walk classe (nearest_floor corners.((mon_equipe () + i) mod 4))) classes

let jouer_attaque () =
  let strikes classe cell = perso_attaque (perso_classe_info classe) Attaque_normale cell = Ok in
  List.iter (fun classe -> ignore (List.exists (strikes classe) (enemies classe))) classes

let jouer_deplacement () =
  let goal classe = match enemies classe with [] -> carte_depart () | nearest :: _ -> nearest in
  List.iter (fun classe -> walk classe (goal classe)) classes

(* Called once after the last turn; no orders are given here. *)
let partie_fin () = ()

(* How the engine finds your functions. *)
let () =
  Callback.register "partie_init" partie_init;
  Callback.register "jouer_placement" jouer_placement;
  Callback.register "jouer_attaque" jouer_attaque;
  Callback.register "jouer_deplacement" jouer_deplacement;
  Callback.register "partie_fin" partie_fin
