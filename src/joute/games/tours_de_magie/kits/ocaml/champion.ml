(* A starter: turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base.
   All you may ask and order is in api.ml. *)
open Api

let guard = 5 (* So many wizards stay at home. *)
let hold = 2 (* So many stay on what we have taken. *)

let goals = ref [] (* The fountains and the artefact. *)
let armies = ref [] (* The cells where we may have wizards. *)

(* Called once before the first turn; no orders are given here. *)
let partie_debut () =
  let side = List.init taille_terrain Fun.id in
  let cells = List.concat_map (fun x -> List.map (fun y -> (x, y)) side) side in
  goals := List.filter (fun cell -> List.mem (info_case cell) [ Case_fontaine; Case_artefact ]) cells

let phase_construction () = ignore (creer (magie (moi ()) / cout_sorcier))

(* Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base. *)
let march cell number =
  let wanted =
    match List.filter (fun goal -> joueur_case goal <> moi ()) !goals with
    | [] -> List.map base_joueur (Array.to_list (adversaires ()))
    | free -> free
  in
  let sorted = List.sort compare (List.map (fun goal -> (distance cell goal, goal)) wanted) in
  let goes (_, goal) =
    let path = chemin cell goal in
    let length = min (Array.length path) portee_sorcier in
    length > 0
    && deplacer cell path.(length - 1) number = Ok
    && begin
         armies := !armies @ [ path.(length - 1) ];
         true
       end
  in
  ignore (List.exists goes sorted)

(* Each cell where we have wizards once, home first. *)
let muster home =
  let once found cell = if List.mem cell found then found else cell :: found in
  let cells = List.rev (List.fold_left once [] (home :: !armies)) in
  List.filter (fun cell -> nb_sorciers cell (moi ()) > 0) cells

let phase_deplacement () =
  let home = base_joueur (moi ()) in
  let lead cell =
    let stay = if cell = home then guard else if List.mem cell !goals then hold else 0 in
    let number = min (nb_sorciers_deplacables cell (moi ())) (nb_sorciers cell (moi ()) - stay) in
    if number > 0 then march cell number
  in
  armies := muster home;
  List.iter lead !armies

let phase_tirs () = ()

(* Wizards beside a tower of another player bring it down. *)
let phase_siege () =
  let besiege cell near =
    let number = nb_sorciers cell (moi ()) in
    if number > 0 && info_case near = Case_tourelle && joueur_case near <> moi () then
      ignore (assieger cell near (min number (tourelle_case near).vie))
  in
  List.iter
    (fun (x, y) -> List.iter (besiege (x, y)) [ (x, y + 1); (x + 1, y); (x, y - 1); (x - 1, y) ])
    !armies

(* Called once after the last turn; no orders are given here. *)
let partie_fin () = ()

(* How the engine finds your functions. *)
let () =
  Callback.register "partie_debut" partie_debut;
  Callback.register "phase_construction" phase_construction;
  Callback.register "phase_deplacement" phase_deplacement;
  Callback.register "phase_tirs" phase_tirs;
  Callback.register "phase_siege" phase_siege;
  Callback.register "partie_fin" partie_fin
