using System;
using System.Collections.Generic;
using System.Linq;

// Turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base.
public class Champion : Api
{
    private const int Guard = 5; // So many wizards stay at home.
    private const int Hold = 2; // So many stay on what we have taken.

    private readonly List<Position> goals = new List<Position>(); // The fountains and the artefact.
    private List<Position> armies = new List<Position>(); // The cells where we may have wizards.

    public override void partie_debut()
    {
        for (int x = 0; x < TAILLE_TERRAIN; x++)
        {
            for (int y = 0; y < TAILLE_TERRAIN; y++)
            {
                CaseInfo found = info_case(new Position(x, y));
                if (found == CASE_FONTAINE || found == CASE_ARTEFACT)
                    goals.Add(new Position(x, y));
            }
        }
    }

    public override void phase_construction()
    {
        creer(magie(moi()) / COUT_SORCIER);
    }

    public override void phase_deplacement()
    {
        Position home = base_joueur(moi());
        armies.Insert(0, home);
        armies = armies.Distinct().Where(cell => nb_sorciers(cell, moi()) > 0).ToList();
        foreach (Position cell in armies.ToList())
        {
            int stay = cell == home ? Guard : goals.Contains(cell) ? Hold : 0;
            int number = Math.Min(nb_sorciers_deplacables(cell, moi()), nb_sorciers(cell, moi()) - stay);
            if (number > 0)
                March(cell, number);
        }
    }

    public override void phase_tirs()
    {
    }

    // Wizards beside a tower of another player bring it down.
    public override void phase_siege()
    {
        foreach (Position cell in armies)
        {
            int x = cell.x, y = cell.y;
            var sides = new[]
            {
                new Position(x, y + 1), new Position(x + 1, y), new Position(x, y - 1), new Position(x - 1, y),
            };
            foreach (Position near in sides)
            {
                int number = nb_sorciers(cell, moi());
                if (number > 0 && info_case(near) == CASE_TOURELLE && joueur_case(near) != moi())
                    assieger(cell, near, Math.Min(number, tourelle_case(near).vie));
            }
        }
    }

    // Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base.
    private void March(Position cell, int number)
    {
        List<Position> wanted = goals.Where(goal => joueur_case(goal) != moi()).ToList();
        if (wanted.Count == 0)
            wanted = adversaires().Select(base_joueur).ToList();
        foreach (Position goal in wanted.OrderBy(goal => Gap(cell, goal)))
        {
            List<Position> path = chemin(cell, goal).Take(PORTEE_SORCIER).ToList();
            if (path.Count > 0 && deplacer(cell, path.Last(), number) == OK)
            {
                armies.Add(path.Last());
                return;
            }
        }
    }

    private static int Gap(Position a, Position b)
    {
        return Math.Abs(a.x - b.x) + Math.Abs(a.y - b.y);
    }

    public static void Main()
    {
        Play(new Champion());
    }
}
