import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estCfonb, lireCfonb, montantCfonb } from "#domain/gerance/banque/cfonb.ts";
import { ReleveRefuse, texteDeBanque } from "#domain/gerance/banque/releve.ts";

/** An amount in cents as CFONB writes it: « 0000000000322J ». */
function ecrit(centimes: number): string {
  const chiffres = String(Math.abs(centimes)).padStart(14, "0");
  const dernier = Number(chiffres.at(-1));
  const signe = (centimes < 0 ? "}JKLMNOPQR" : "{ABCDEFGHI")[dernier];
  return `${chiffres.slice(0, -1)}${signe}`;
}

interface Ecrit {
  nature: "01" | "04" | "05" | "07";
  date?: string;
  valeur?: string;
  montant?: number;
  libelle?: string;
  reference?: string;
  rejet?: string;
  qualifiant?: string;
  info?: string;
  compte?: string;
  decimales?: string;
}

function enregistrement({
  nature,
  date = "051026",
  valeur = "",
  montant = 0,
  libelle = "",
  reference = "",
  rejet = "",
  qualifiant = "",
  info = "",
  compte = "00012345678",
  decimales = "2",
}: Ecrit): string {
  const tete = `${nature}30006${" ".repeat(4)}00001EUR${decimales} ${compte}  ${date}`;
  if (nature === "05") {
    return `${tete}     ${qualifiant.padEnd(3)}${info.padEnd(70)}`.padEnd(120).slice(0, 120);
  }
  const milieu = `${rejet.padEnd(2)}${valeur.padEnd(6)}${libelle.padEnd(31).slice(0, 31)}`;
  return `${`${tete}${milieu}`.padEnd(90)}${ecrit(montant)}${reference.padEnd(16).slice(0, 16)}`;
}

const releve = (lignes: Ecrit[], nouveau: number, separe = "\r\n") =>
  [
    enregistrement({ nature: "01", montant: 10_000 }),
    ...lignes.map(enregistrement),
    enregistrement({ nature: "07", montant: nouveau }),
  ].join(separe);

const LOYER: Ecrit = {
  nature: "04",
  montant: 95_000,
  libelle: "VIR MARTIN LEA",
  valeur: "061026",
  reference: "D000123",
};
const FRAIS: Ecrit = { nature: "04", montant: -3221, libelle: "FRAIS DE TENUE" };

describe("Un relevé CFONB", () => {
  test("dit ses montants par leur dernier caractère", () => {
    expect(montantCfonb("0000000000322J")).toBe(-3221);
    expect(montantCfonb("0000000001904}")).toBe(-19_040);
    expect(montantCfonb("0000000002412J")).toBe(-24_121);
    expect(montantCfonb("0000000095000{")).toBe(950_000);
    expect(montantCfonb("0000000095000{", 0)).toBe(95_000_000);
    for (const faux of ["", "123", "00X{", "{{"])
      expect(() => montantCfonb(faux)).toThrow(ReleveRefuse);
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (centimes) => {
        expect(montantCfonb(ecrit(centimes))).toBe(centimes);
      }),
    );
  });

  test("se lit avec qui paie, d’où, sous quelle référence, et ce qui est rejeté", () => {
    const texte = releve(
      [
        LOYER,
        { nature: "05", qualifiant: "NPY", info: "MARTIN LEA" },
        { nature: "05", qualifiant: "IPY", info: "FR7630006000011234567890189" },
        { nature: "05", qualifiant: "RCN", info: "D000123" },
        { nature: "05", qualifiant: "LIB", info: "LOYER OCTOBRE" },
        { ...FRAIS, rejet: "05" },
      ],
      101_779,
    );
    expect(estCfonb(texte)).toBe(true);
    expect(lireCfonb(texte)).toEqual([
      {
        compte: "30006 00001 00012345678",
        du: null,
        au: "2026-10-05",
        ancienSolde: 10_000,
        nouveauSolde: 101_779,
        lignes: [
          {
            date: "2026-10-05",
            valeur: "2026-10-06",
            montant: 95_000,
            libelle: "VIR MARTIN LEA LOYER OCTOBRE",
            reference: "D000123",
            tiers: "MARTIN LEA",
            iban: "FR7630006000011234567890189",
            rejet: false,
          },
          {
            date: "2026-10-05",
            valeur: null,
            montant: -3221,
            libelle: "FRAIS DE TENUE",
            reference: null,
            tiers: null,
            iban: null,
            rejet: true,
          },
        ],
      },
    ]);
  });

  test("se lit aussi sans retour à la ligne, avec plusieurs comptes, sans monnaie dite", () => {
    const autre = [
      enregistrement({ nature: "01", compte: "99999999999", montant: 0, decimales: " " }),
      enregistrement({ nature: "07", compte: "99999999999", montant: 0, decimales: " " }),
    ].join("");
    const lus = lireCfonb(`${releve([LOYER, FRAIS], 101_779, "")}${autre}\n\n`);
    expect(lus.map(({ compte, lignes }) => [compte, lignes.length])).toEqual([
      ["30006 00001 00012345678", 2],
      ["30006 00001 99999999999", 0],
    ]);
  });

  test("ne lit rien des zones réservées, et tout des autres, de leur première à leur dernière position", () => {
    const champs: Record<string, readonly [number, string][]> = {
      "01": [
        [1, "01"],
        [3, "12345"],
        [12, "67890"],
        [17, "EUR"],
        [20, "2"],
        [22, "ABCDEFGHIJK"],
        [35, "041026"],
        [91, ecrit(-12_345_678_901_234)],
      ],
      "04": [
        [1, "04"],
        [3, "12345"],
        [12, "67890"],
        [17, "EUR"],
        [20, "2"],
        [22, "ABCDEFGHIJK"],
        [35, "051026"],
        [41, "01"],
        [43, "061026"],
        [49, "L".repeat(31)],
        [91, ecrit(12_345_678_901_234)],
        [105, "R".repeat(16)],
      ],
      "05": [
        [1, "05"],
        [3, "12345"],
        [12, "67890"],
        [17, "EUR"],
        [20, "2"],
        [22, "ABCDEFGHIJK"],
        [35, "051026"],
        [46, "LIB"],
        [49, "C".repeat(70)],
      ],
      "07": [
        [1, "07"],
        [3, "12345"],
        [12, "67890"],
        [17, "EUR"],
        [20, "2"],
        [22, "ABCDEFGHIJK"],
        [35, "061026"],
        [91, ecrit(0)],
      ],
    };
    const ecrire = (nature: string) => {
      const signes = Array.from({ length: 120 }, () => "#");
      for (const [premier, texte] of champs[nature] ?? [])
        signes.splice(premier - 1, texte.length, ...texte);
      return signes.join("");
    };
    expect(lireCfonb(["01", "04", "05", "07"].map(ecrire).join("\n"))).toEqual([
      {
        compte: "12345 67890 ABCDEFGHIJK",
        du: null,
        au: "2026-10-06",
        ancienSolde: -12_345_678_901_234,
        nouveauSolde: 0,
        lignes: [
          {
            date: "2026-10-05",
            valeur: "2026-10-06",
            montant: 12_345_678_901_234,
            libelle: `${"L".repeat(31)} ${"C".repeat(70)}`,
            reference: "R".repeat(16),
            tiers: null,
            iban: null,
            rejet: true,
          },
        ],
      },
    ]);
  });

  test("compte selon les décimales que chaque enregistrement annonce, deux quand il n’en dit pas", () => {
    const en = (decimales: string, montant: number, nouveau: number) =>
      [
        enregistrement({ nature: "01", montant: 0, decimales }),
        enregistrement({ nature: "04", montant, decimales }),
        enregistrement({ nature: "07", montant: nouveau, decimales: " " }),
      ].join("\n");
    for (const [decimales, montant] of [
      ["0", 950],
      [" ", 95_000],
      ["3", 950_000],
    ] as const)
      expect(lireCfonb(en(decimales, montant, 95_000))[0]?.lignes[0]?.montant).toBe(95_000);
    expect(() => lireCfonb(en("3", 950_001, 95_000))).toThrow("n’est pas en centimes");
    expect(montantCfonb("0000000000000}")).toBe(0);
  });

  test("date du siècle où l’on est : 61 est du précédent", () => {
    const de = (date: string) =>
      lireCfonb(releve([{ ...LOYER, date, valeur: "" }], 105_000))[0]?.lignes[0];
    expect(de("050160")?.date).toBe("2060-01-05");
    expect(de("050161")?.date).toBe("1961-01-05");
    expect(de("050126")?.valeur).toBeNull();
  });

  test("un complément vide ne change rien ; le payeur l’emporte sur le bénéficiaire", () => {
    const avec = (...complements: Partial<Ecrit>[]) =>
      lireCfonb(
        releve(
          [LOYER, ...complements.map((complement) => ({ ...complement, nature: "05" as const }))],
          105_000,
        ),
      )[0]?.lignes[0];
    const seule = avec();
    for (const qualifiant of ["NPY", "NBE", "IPY", "RCN", "LIB"])
      expect(avec({ qualifiant, info: "" })).toEqual(seule);
    expect(avec({ qualifiant: "ZZZ", info: "AUTRE" })).toEqual(seule);
    const [payeur, beneficiaire] = [
      { qualifiant: "NPY", info: "PAYEUR" },
      { qualifiant: "NBE", info: "BENEFICIAIRE" },
    ];
    expect(avec(payeur, beneficiaire)?.tiers).toBe("PAYEUR");
    expect(avec(beneficiaire)?.tiers).toBe("BENEFICIAIRE");
    expect(avec({ qualifiant: "IBE", info: "FR7630006000011234567890189 X" })?.iban).toBe(
      "FR7630006000011234567890189",
    );
    expect(avec({ qualifiant: "RCN", info: `${" ".repeat(35)}MOTIF` })?.reference).toBe("D000123");
    expect(avec({ qualifiant: "RCN", info: `${"R".repeat(35)}MOTIF` })?.reference).toBe(
      "R".repeat(35),
    );
    expect(() => lireCfonb(releve([{ ...LOYER, compte: "99999999999" }], 105_000))).toThrow(
      /coupé/,
    );
  });

  test("est refusé entier quand ses soldes mentent, qu’il est coupé ou mal rangé", () => {
    expect(() => lireCfonb(releve([LOYER, FRAIS], 101_780))).toThrow(/ne mènent pas/);
    const entier = releve([LOYER, FRAIS], 101_779).split("\r\n");
    expect(() => lireCfonb(entier.slice(0, -1).join("\n"))).toThrow(/coupé/);
    expect(() => lireCfonb(entier.slice(1).join("\n"))).toThrow(/coupé/);
    expect(() => lireCfonb([entier[0], entier[0]].join("\n"))).toThrow(/coupé/);
    expect(() => lireCfonb("")).toThrow(/aucun relevé/);
    expect(() => lireCfonb(releve([{ ...LOYER, date: "310226" }], 105_000))).toThrow(
      /n’existe pas/,
    );
    const complement = enregistrement({ nature: "05", qualifiant: "LIB", info: "SEUL" });
    expect(() => lireCfonb([entier[0], complement].join("\n"))).toThrow(ReleveRefuse);
  });

  test("abîmé n’importe où, il se lit juste ou se refuse : jamais d’autre erreur", () => {
    const texte = releve(
      [LOYER, { nature: "05", qualifiant: "NPY", info: "MARTIN" }, FRAIS],
      101_779,
    );
    const temoin = lireCfonb(texte)[0]?.lignes.map(({ montant }) => montant);
    fc.assert(
      fc.property(
        fc.nat(texte.length - 1),
        fc.oneof(fc.constant(""), fc.string({ minLength: 1, maxLength: 3, unit: "binary" })),
        fc.nat(4),
        (place, mis, ote) => {
          const abime = texte.slice(0, place) + mis + texte.slice(place + ote);
          try {
            for (const { ancienSolde, nouveauSolde, lignes } of lireCfonb(abime)) {
              const somme = lignes.reduce(
                (total, { montant }) => total + montant,
                ancienSolde ?? 0,
              );
              expect(somme).toBe(nouveauSolde);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(ReleveRefuse);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(temoin).toEqual([95_000, -3221]);
  });

  test("se lit dans les deux encodages des banques", () => {
    expect(texteDeBanque(new TextEncoder().encode("ÉLÉONORE"))).toBe("ÉLÉONORE");
    expect(texteDeBanque(Uint8Array.of(0xc9, 0x4c, 0xc9))).toBe("ÉLÉ");
    expect(texteDeBanque(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe("A");
    expect(() => texteDeBanque(Uint8Array.of(0x50, 0x4b, 0, 3))).toThrow(ReleveRefuse);
  });
});
