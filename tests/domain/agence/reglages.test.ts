import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  A_DEUX,
  agenceDe,
  type CleAgence,
  intituleReglage,
  manquesAgence,
  manquesReglages,
  PROTEGES,
  REGLAGES,
  refusReglage,
  reglagesDe,
  reglageVoisin,
  SECRETS,
  schemaDe,
  valeurMontree,
} from "#domain/agence/agence.ts";
import { GROUPES, type Groupe, type Reglage } from "#domain/agence/reglage.ts";
import { accepte } from "../../support/fiches/schemas.ts";

const reglages = Object.entries<Reglage>(REGLAGES) as [CleAgence, Reglage][];
const cle = fc.constantFrom(...reglages.map(([nom]) => nom));
const lire = (nom: CleAgence, valeur: string | null) => agenceDe([{ nom, valeur }]);

const texte = fc.oneof(
  fc.constantFrom("", " ", "true", "false", "oui", "vingt", "135,84", "20", "-1", "1e999", "NaN"),
  fc.double({ noNaN: true }).map(String),
  fc.integer({ min: 0, max: 200 }).map(String),
  fc.string(),
);

describe("un réglage", () => {
  test.each([
    ["irlValeur", "135,84", 135.84],
    ["irlValeur", " 135.84 ", 135.84],
    ["tva", "5,5", 5.5],
    ["cautionNbMois", "24", 24],
    ["plafondEdl", null, null],
    ["encadrementActif", "false", false],
    ["nonDetentionFonds", "true", true],
    ["finEncadrement", "2027-11-23", "2027-11-23"],
    ["finEncadrement", "", null],
    ["zoneDefaut", "tendue", "tendue"],
    ["agenceNom", "20", "20"],
    ["clauseRgpd", null, ""],
  ] as const)("%s, écrit « %s », vaut %s", (nom, ecrit, vaut) => {
    expect(lire(nom, ecrit)).toMatchObject({ [nom]: vaut, illisibles: [] });
  });

  it("vaut son défaut tant qu’il n’est pas donné, ou s’il est vidé alors qu’il est requis", () => {
    const agence = agenceDe([]);
    for (const [nom, { defaut }] of reglages) expect(agence[nom]).toEqual(defaut);
    for (const vide of [null, "", " "]) expect(lire("tva", vide)).toEqual(agence);
    expect(lire("agenceNom", "")).toEqual(agence);
  });

  it("chiffré vaut au départ ce que l’agence emploierait", () => {
    expect(agenceDe([])).toMatchObject({
      tva: 20,
      irlValeur: 135.84,
      cautionNbMois: 36,
      plafondHonorairesTresTendue: 12.1,
      plafondHonorairesTendue: 10.09,
      plafondHonorairesAutre: 8.07,
      plafondEdl: 3.03,
      delaiEnvoi: 60,
      delaiPreavisMandat: 3,
      nonDetentionFonds: false,
      encadrementActif: true,
      finEncadrement: "2026-11-23",
      delaiCheque: 10,
      seuilRelance: 10,
      delaiRelance1: 5,
      delaiRelance2: 15,
      delaiMiseEnDemeure: 25,
      delaiInfoCaution: 30,
      delaiTransmission: 45,
      cafSeuilDepuis: "2027-01-01",
      cafSeuil: 450,
      conservationLocataire: 3,
      conservationCandidat: 3,
      conservationCaution: 3,
      conservationProprietaire: 5,
      conservationCourriel: 3,
      longueurMotDePasse: 6,
      secondFacteurAdmin: false,
      secondFacteurEquipe: false,
      deuxPersonnes: false,
      delaiConfirmation: 72,
      delaiIban: 48,
    });
  });

  it("est dans une section et une seule, et dans le formulaire de celle-ci", () => {
    const groupes = Object.keys(GROUPES) as Groupe[];
    expect(groupes.flatMap(reglagesDe)).toEqual(reglages);
    for (const groupe of groupes) {
      const noms = reglagesDe(groupe).map(([nom]) => nom);
      for (const formulaire of ["agence", "defauts"] as const)
        expect(noms.filter((nom) => nom in schemaDe(formulaire).shape)).toEqual(
          GROUPES[groupe].formulaire === formulaire ? noms : [],
        );
    }
    expect(accepte(schemaDe("defauts"), { agenceNom: "Cabinet" })).toBe(false);
  });

  it("dit à sa place ce qu’il coûte d’être vide, s’il est donné", () => {
    const champs = (valeurs: Record<string, unknown>) =>
      manquesReglages(valeurs).map(({ champ }) => champ);
    const tous = Object.fromEntries(reglages.map(([nom]) => [nom, null]));
    expect([champs(tous), champs({ agenceEmail: "" })]).toEqual([["agenceEmail"], ["agenceEmail"]]);
    expect([champs({ agenceEmail: "a@exemple.fr" }), champs({})]).toEqual([[], []]);
  });

  it("qui manque aux documents est dit par eux, et lui seul", () => {
    const exiges = ["agenceNom", "carteNumero", "garantNom", "siret"] as const;
    const manques = (...donnes: CleAgence[]) =>
      manquesAgence(agenceDe(donnes.map((nom) => ({ nom, valeur: "x" }))));
    const [nom, carte, garant, siret] = manques();
    expect(nom).toMatch(/nom de l'agence/);
    expect(carte).toMatch(/carte professionnelle/);
    expect(garant).toMatch(/garant financier/);
    expect(manques(...exiges)).toEqual([]);
    expect(siret).toMatch(/SIRET/);
    expect(manques("agenceNom")).toEqual([carte, garant, siret]);
    expect(manques("carteNumero")).toEqual([nom, garant, siret]);
    expect(manques("garantNom")).toEqual([nom, carte, siret]);
    expect(manquesAgence({ ...agenceDe([]), nonDetentionFonds: true })).toEqual([
      nom,
      carte,
      siret,
    ]);
  });

  it("a un défaut qu’il peut valoir", () => {
    for (const [nom, { defaut }] of reglages.filter(([nom]) => nom !== "agenceNom")) {
      expect([nom, refusReglage(nom, String(defaut ?? ""))]).toEqual([nom, null]);
    }
  });

  it("se relit tel qu’il fut accepté, et ce qui fut rangé de refusé se lit quand même", () => {
    fc.assert(
      fc.property(cle, texte, (nom, ecrit) => {
        const { illisibles, ...agence } = lire(nom, ecrit);
        const { defaut, saisie } = REGLAGES[nom] as Reglage;
        expect(typeof (agence[nom] ?? defaut)).toBe(typeof defaut);
        const accepte = refusReglage(nom, ecrit) === null;
        if (accepte) expect(illisibles).toEqual([]);
        if (!accepte && illisibles.length > 0) expect(agence[nom]).toEqual(defaut);
        if (accepte && (saisie === "nombre" || saisie === "entier") && agence[nom] !== null) {
          expect(lire(nom, String(agence[nom]))[nom]).toBe(agence[nom]);
        }
      }),
    );
  });

  it("illisible est dit par les documents", () => {
    expect(manquesAgence(lire("tva", "vingt"))).toContain(
      "Le réglage «\u00A0TVA, Taux de TVA\u00A0» ne peut pas valoir «\u00A0vingt\u00A0»\u00A0: sa valeur par défaut est employée.",
    );
  });

  test.each(["constructor", "__proto__", "toString", "remarque", "logo"])(
    "d’un nom que le produit ignore (« %s ») vaut ce qu’on veut",
    (nom) => {
      expect(refusReglage(nom, "n’importe quoi")).toBeNull();
    },
  );

  it("de sécurité veut un mot de passe ; celui du compte bancaire, deux personnes, et ne se montre pas", () => {
    expect([...A_DEUX].toSorted()).toEqual(
      [
        "bic",
        "deuxPersonnes",
        "delaiConfirmation",
        "delaiIban",
        "iban",
        "seuilReversement",
      ].toSorted(),
    );
    expect(PROTEGES).toEqual(
      expect.arrayContaining([...A_DEUX, "longueurMotDePasse", "agenceEmail"]),
    );
    expect(PROTEGES).not.toContain("tva");
    expect(SECRETS).toEqual(["iban"]);
    const IBAN = "FR7630006000011234567890189";
    expect(valeurMontree("iban", IBAN)).toBe("FR76 •••• •••• •••• 0189");
    expect([valeurMontree("iban", null), valeurMontree("bic", "BNPAFRPP")]).toEqual([
      null,
      "BNPAFRPP",
    ]);
  });

  it("se nomme par sa section ; un nom qui n’en diffère que par ses capitales le désigne", () => {
    expect(intituleReglage("iban")).toBe("Compte bancaire, IBAN");
    expect(intituleReglage("remarque")).toBe("remarque");
    expect([reglageVoisin("IBAN"), reglageVoisin("iban"), reglageVoisin("remarque")]).toEqual([
      "iban",
      null,
      null,
    ]);
  });
});

test("chaque section des réglages est sur un écran, une fois", () => {
  const ecrans = ["identity-tab", "defaults-tab"].map((nom) =>
    readFileSync(join(import.meta.dirname, `../../../web/features/parametres/${nom}.tsx`), "utf8"),
  );
  const montrees = ecrans.flatMap((texte) =>
    [...texte.matchAll(/<SettingsSection\s+group="(\w+)"/g)].map(([, groupe]) => groupe),
  );
  expect(montrees.toSorted()).toEqual(Object.keys(GROUPES).toSorted());
});
