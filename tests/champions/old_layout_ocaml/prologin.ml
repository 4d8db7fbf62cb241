(*
** Un champion en OCaml : une caravelle par tour, et chacune va vers l'île vierge la plus proche.
*)

open Api

let mes_bateaux () =
  let rec aux id acc =
    if id < 0 then acc
    else if not (bateau_existe id) then aux (id - 1) acc
    else
      let b = info_bateau id in
      aux (id - 1) (if b.joueur = mon_joueur () then b :: acc else acc)
  in
  aux (id_dernier_bateau_construit ()) []

let vierges () = List.filter (fun p -> info_ile_joueur p = -1) (Array.to_list (liste_iles ()))

let plus_proche pos iles =
  List.fold_left
    (fun choix ile ->
      match choix with
      | Some autre when distance pos autre <= distance pos ile -> choix
      | _ -> Some ile)
    None iles

let rec pas_vers (x, y) (bx, by) portee =
  if portee = 0 || (x, y) = (bx, by) then (x, y)
  else if x <> bx then pas_vers ((x + compare bx x), y) (bx, by) (portee - 1)
  else pas_vers (x, (y + compare by y)) (bx, by) (portee - 1)

let mener b =
  match plus_proche b.pos (vierges ()) with
  | None -> ()
  | Some ile ->
    if b.deplacable && b.pos <> ile then
      ignore (deplacer b.id (pas_vers b.pos ile caravelle_deplacement));
    (match coloniser (info_bateau b.id).pos with
     | Ok -> ()
     | Ile_colonisee | Ile_invalide -> ()
     | e -> afficher_erreur e)

(* Fonction appelée au début de la partie. *)
let partie_init () =
  Printf.printf "je suis le joueur %d\n" (mon_joueur ()) ;
  flush stdout

(* Fonction appelée à chaque tour. *)
let jouer_tour () =
  Array.iter
    (fun ile ->
      if info_terrain ile = Terrain_ile && info_ile_or ile >= caravelle_cout
         && List.length (mes_bateaux ()) < 6 then
        ignore (construire Bateau_caravelle ile))
    (mes_iles ());
  List.iter (fun b -> if b.btype = Bateau_caravelle then mener b) (mes_bateaux ())

(* Fonction appelée à la fin de la partie. *)
let partie_fin () =
  match mes_bateaux () with
  | b :: _ -> afficher_bateau b
  | [] -> ()

(* Ce que le moteur appelle. *)
let () =
  Callback.register "ml_partie_init" partie_init;
  Callback.register "ml_jouer_tour" jouer_tour;
  Callback.register "ml_partie_fin" partie_fin
