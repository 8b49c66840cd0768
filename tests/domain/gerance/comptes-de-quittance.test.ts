import { describe, expect, test } from "vitest";
import {
  type AideDepuis,
  chequesParQuittance,
  suiteDeLAvis,
} from "#domain/gerance/comptes-de-quittance.ts";

const NOVEMBRE = { mois: "2026-11", date: "2026-11-01", automatique: true, total: 950 };
const CAF: AideDepuis = { depuis: "2026-09-01", montant: 210, payeur: "caf" };
const RIEN = { anterieurs: [], aides: [], avance: 0 };
const octobre = (reste: number, recus = 0, aide = 0) => ({ mois: "2026-10", reste, recus, aide });

const suite = (faits: Partial<Parameters<typeof suiteDeLAvis>[1]>, today = "2026-11-01") =>
  suiteDeLAvis(NOVEMBRE, { ...RIEN, ...faits }, today);

describe("Ce qu’un avis ajoute au loyer de la période", () => {
  test("rien, quand le compte n’a rien à dire", () => {
    expect(suite({})).toBeNull();
  });

  test("le solde antérieur de la veille, ce qui est venu depuis, et le net des deux", () => {
    expect(suite({ anterieurs: [octobre(450_00, 500_00)] })).toMatchObject({
      au: "2026-10-31",
      soldeAnterieur: 950,
      recus: 500,
      net: 1400,
    });
  });

  test("1 000 € payés pour 950 € : l’avance de 50 € ramène le prochain avis à 900 €", () => {
    expect(suite({ avance: 50 })).toMatchObject({ avance: 50, net: 900 });
  });

  test("l’aide annoncée est déduite, celle d’octobre aussi tant qu’elle peut être en chemin", () => {
    expect(suite({ aides: [CAF] })?.net).toBe(740);
    const attendue = { anterieurs: [octobre(210_00)], aides: [CAF] };
    expect(suite(attendue)).toMatchObject({ soldeAnterieur: 210, net: 740 });
    expect(suite(attendue)?.aides.map(({ mois }) => mois)).toEqual(["2026-10", "2026-11"]);
    expect(suite(attendue, "2026-12-01")).toMatchObject({ net: 950 });
  });

  test("la CAF a versé moins qu’annoncé : la différence est due le mois suivant", () => {
    const moins = { anterieurs: [octobre(30_00, 0, 180_00)], aides: [CAF] };
    expect(suite(moins, "2026-11-25")).toMatchObject({ net: 740 });
    expect(suite(moins, "2026-12-01")?.soldeAnterieur).toBe(30);
  });

  test("une aide qui dépasse ce qui reste à payer ne fait pas de crédit", () => {
    expect(suite({ aides: [{ ...CAF, montant: 1200 }] })?.net).toBe(0);
  });

  test("une aide qui a pris fin n’est plus déduite", () => {
    expect(suite({ aides: [CAF, { ...CAF, depuis: "2026-11-01", montant: 0 }] })).toBeNull();
  });
});

describe("Un chèque qui attend la banque", () => {
  const due = (id: number, QuitanceId: number, nature: "loyer" | "charges", reste: number) => {
    const mois = `2026-0${QuitanceId}`;
    return { id, QuitanceId, mois, exigibleLe: `${mois}-05`, nature, reste };
  };

  test("est dit sur la quittance qu’il paiera, en loyer et en charges, la plus ancienne d’abord", () => {
    const cheque = { mode: "cheque", payeur: "locataire", fonds: "agence" } as const;
    const dues = [
      due(1, 8, "loyer", 620_00),
      due(2, 8, "charges", 60_00),
      due(3, 9, "loyer", 850_00),
    ];
    const trouves = chequesParQuittance([{ ...cheque, date: "2026-10-01", montant: 800_00 }], dues);
    expect([...trouves.keys()]).toEqual([8, 9]);
    expect(trouves.get(8)).toMatchObject([{ loyer: 620, charges: 60, sousReserve: true }]);
    expect(trouves.get(9)).toMatchObject([{ loyer: 120, charges: 0 }]);
  });
});
