using System;
using System.Collections.Generic;
using System.Linq;

// Spreads out, then walks back to where everybody starts and strikes at whoever is in sight.
public class Champion : Api
{
    private static readonly PersoClasse[] Classes = { PERSO_VOLEUR, PERSO_BARBARE, PERSO_ELFE };
    private static readonly int[] Stride = { VOLEUR_DEPLACEMENT, BARBARE_DEPLACEMENT, ELFE_DEPLACEMENT };

    // Each class towards another corner.
    public override void jouer_placement()
    {
        Position size = carte_taille();
        int right = size.x - 1, bottom = size.y - 1;
        var corners = new[]
        {
            new Position(0, 0), new Position(right, 0), new Position(right, bottom), new Position(0, bottom),
        };
        foreach (PersoClasse classe in Classes)
            Walk(classe, NearestFloor(corners[(mon_equipe() + (int)classe) % 4], size));
    }

    public override void jouer_attaque()
    {
        foreach (PersoClasse classe in Classes)
            Enemies(classe).Any(cell => perso_attaque(perso_classe_info(classe), ATTAQUE_NORMALE, cell) == OK);
    }

    public override void jouer_deplacement()
    {
        foreach (PersoClasse classe in Classes)
            Walk(classe, Enemies(classe).DefaultIfEmpty(carte_depart()).First());
    }

    // The cells in sight of one of our characters where somebody of another team stands, the nearest first.
    private static List<Position> Enemies(PersoClasse classe)
    {
        PersoInfo own = perso_classe_info(classe);
        Position here = perso_position(own);
        return perso_vision_personnages(own)
            .Where(cell => carte_zone_perso(cell).Any(other => other.equipe != own.equipe))
            .OrderBy(cell => Gap(here, cell))
            .ToList();
    }

    // As far as possible on the way to the goal, and look where it leads; on the spot, look around.
    private static void Walk(PersoClasse classe, Position goal)
    {
        PersoInfo own = perso_classe_info(classe);
        Position here = perso_position(own);
        List<Position> path = chemin(here, goal);
        Orientation facing = path.Count > 0 ? Direction(here, goal) : (Orientation)(tour_actuel() % 4);
        for (int length = Math.Min(path.Count, Stride[(int)classe]); length >= 0; length--)
            if (perso_deplace(own, path.Take(length), facing) == OK)
                return;
    }

    // The cell nearest to a corner that can be reached from the start.
    private static Position NearestFloor(Position corner, Position size)
    {
        Position start = carte_depart();
        return Enumerable.Range(0, size.x)
            .SelectMany(x => Enumerable.Range(0, size.y).Select(y => new Position(x, y)))
            .OrderBy(cell => Gap(corner, cell))
            .Where(cell => carte_zone_type(cell) != ZONE_MUR && distance(start, cell) >= 0)
            .DefaultIfEmpty(start)
            .First();
    }

    private static int Gap(Position a, Position b)
    {
        return Math.Abs(a.x - b.x) + Math.Abs(a.y - b.y);
    }

    private static Orientation Direction(Position here, Position goal)
    {
        int dx = goal.x - here.x, dy = goal.y - here.y;
        if (Math.Abs(dx) > Math.Abs(dy))
            return dx > 0 ? ORIENTATION_EST : ORIENTATION_OUEST;
        return dy > 0 ? ORIENTATION_SUD : ORIENTATION_NORD;
    }

    public static void Main()
    {
        Play(new Champion());
    }
}
