import { describe, expect, it } from "vitest";
import type { DepartDetail, SoldeArrete } from "#domain/gerance/departs/depart-fiche.ts";
import { etapesDuDepart } from "#domain/gerance/departs/etapes.ts";

/** An account of a departure, whose 100 € were given back on `renduLe`. */
const rendu = (id: number, renduLe: string): SoldeArrete => ({
  ...{ id, genre: id === 1 ? "sortie" : "charges", date: renduLe, restitution: 10_000, renduLe },
  contenu: { echeance: null, resteDu: 0 } as unknown as SoldeArrete["contenu"],
  ...{ virement: null, refus: null, annuleLe: null, motif: null, user: null },
});

describe("la restitution du dépôt", () => {
  it("dit le dernier jour où une somme fut rendue, dans quelque ordre que les comptes soient lus", () => {
    const soldes = [rendu(1, "2026-03-02"), rendu(2, "2027-05-04")];
    for (const ordonnes of [soldes, soldes.toReversed()]) {
      const dates = { recuLe: null, clesLe: null, finLe: null, restitueLe: null };
      const autres = { compte: { manques: [] }, depart: null, etatOut: null, luLe: "2027-06-01" };
      const detail = { ...dates, ...autres, soldes: ordonnes };
      const etapes = etapesDuDepart(detail as unknown as DepartDetail, null);
      expect(etapes.find(({ nom }) => nom === "restitution")?.fait).toBe("Rendu le 04/05/2027.");
    }
  });
});
