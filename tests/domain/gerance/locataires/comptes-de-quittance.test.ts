import { describe, expect, test } from "vitest";
import {
  type AideDepuis,
  aideDuMois,
  chequesParQuittance,
  faitsDePaiement,
  type PaiementDeQuittance,
  suiteDeLAvis,
} from "#domain/gerance/locataires/comptes-de-quittance.ts";

const NOVEMBRE = { mois: "2026-11", date: "2026-11-01", deduitLAide: true, total: 950 };
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

describe("L’aide au logement d’un avis", () => {
  const aides: AideDepuis[] = [
    { depuis: "2026-01-15", montant: 100, payeur: "caf" },
    { depuis: "2026-11-01", montant: 210, payeur: "msa" },
    { depuis: "2026-11-02", montant: 300, payeur: "caf" },
  ];

  test("est celle du premier jour du mois", () => {
    expect(aideDuMois(aides, "2026-01")).toBeNull();
    expect(aideDuMois(aides, "2026-02")).toEqual(aides[0]);
    expect(aideDuMois(aides, "2026-11")).toEqual(aides[1]);
    expect(aideDuMois(aides, "2026-12")).toEqual(aides[2]);
    expect(aideDuMois([{ ...CAF, montant: 0 }], "2026-11")).toBeNull();
  });

  test("n’est déduite que de ce qui reste à payer, l’avance comptée, et du mois d’avant seul", () => {
    expect(suite({ aides: [CAF], avance: 850 })).toMatchObject({
      aides: [{ payeur: "caf", mois: "2026-11", montant: 100 }],
      net: 0,
    });
    expect(suite({ aides: [CAF], avance: 950 })).toMatchObject({ aides: [], net: 0 });
    const septembre = { mois: "2026-09", reste: 210_00, recus: 0, aide: 0 };
    expect(suite({ anterieurs: [septembre], aides: [CAF] })?.aides).toEqual([
      { payeur: "caf", mois: "2026-11", montant: 210 },
    ]);
    expect(suite({ anterieurs: [octobre(500_00, 0, 250_00)], aides: [CAF] })?.aides).toHaveLength(
      1,
    );
    expect(suite({ anterieurs: [octobre(50_00)], aides: [CAF] })?.aides[0]?.montant).toBe(50);
  });

  test("se dit de son mois quel que soit le jour, et d’une seule quittance du mois", () => {
    expect(suite({ aides: [CAF] }, "2026-12-31")?.net).toBe(740);
    expect(suite({ aides: [CAF] }, "2027-06-01")?.net).toBe(740);
    expect(
      suiteDeLAvis({ ...NOVEMBRE, deduitLAide: false }, { ...RIEN, aides: [CAF] }, "2026-11-01"),
    ).toBeNull();
  });

  test("reçus seuls se disent aussi, même si plus rien n’était dû", () => {
    expect(suite({ anterieurs: [octobre(0, 0)] })).toBeNull();
    expect(suite({ anterieurs: [octobre(0, 100_00)] })).toMatchObject({
      soldeAnterieur: 100,
      recus: 100,
      net: 950,
    });
  });
});

describe("Ce que les paiements disent d’une quittance", () => {
  const paiement = (plus: Partial<PaiementDeQuittance> = {}): PaiementDeQuittance => ({
    date: "2026-11-05",
    mode: "virement",
    payeur: "locataire",
    loyer: 850,
    charges: 100.1,
    avance: false,
    sousReserve: false,
    fonds: "agence",
    ...plus,
  });

  test("ce qui vient d’une avance, ce qui est sous réserve, et si un autre a pris la place du bailleur", () => {
    expect(faitsDePaiement([paiement()])).toEqual({ subrogee: false, avance: 0, sousReserve: 0 });
    expect(
      faitsDePaiement([
        paiement({ avance: true }),
        paiement({ sousReserve: true, loyer: 10 }),
        paiement({ avance: true, sousReserve: true, loyer: 0, charges: 1 }),
      ]),
    ).toEqual({ subrogee: false, avance: 950.1, sousReserve: 111.1 });
    for (const payeur of ["gli", "visale", "caution"] as const)
      expect(faitsDePaiement([paiement(), paiement({ payeur })]).subrogee).toBe(true);
    for (const payeur of ["caf", "msa", "tiers", "bailleur"] as const)
      expect(faitsDePaiement([paiement({ payeur })]).subrogee).toBe(false);
  });

  test("deux chèques en attente paient l’un après l’autre, sans rien régler d’avant les quittances", () => {
    const cheque = { mode: "cheque", payeur: "locataire", fonds: "agence" } as const;
    const dues = [
      {
        id: 1,
        QuitanceId: null,
        mois: "2026-09",
        exigibleLe: "2026-09-05",
        nature: "solde_anterieur" as const,
        reste: 50_00,
      },
      {
        id: 2,
        QuitanceId: 9,
        mois: "2026-10",
        exigibleLe: "2026-10-05",
        nature: "loyer" as const,
        reste: 100_00,
      },
    ];
    const trouves = chequesParQuittance(
      [
        { ...cheque, date: "2026-11-01", montant: 80_00 },
        { ...cheque, date: "2026-11-02", montant: 80_00 },
      ],
      dues,
    );
    expect([...trouves]).toMatchObject([
      [9, [{ loyer: 30, charges: 0, avance: false, sousReserve: true }, { loyer: 70 }]],
    ]);
    expect(dues.map(({ reste }) => reste)).toEqual([50_00, 100_00]);
  });
});
