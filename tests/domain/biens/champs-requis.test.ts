import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import { creation as appartement } from "#domain/biens/appartement-fiche.ts";
import { creation as dossier } from "#domain/biens/dossier-fiche.ts";
import { encadrement } from "#domain/biens/encadrement-fiche.ts";
import { creation as etatLieux } from "#domain/biens/etat-lieux.ts";
import { REQUIS } from "#domain/fields.ts";
import { creation as accompte } from "#domain/missions/accompte-fiche.ts";
import { creation as intendance } from "#domain/missions/intendance.ts";
import { creation as mission } from "#domain/missions/mission-fiche.ts";
import { creation as caution } from "#domain/personnes/caution.ts";
import { creation as client } from "#domain/personnes/client-fiche.ts";
import { creation as locataire } from "#domain/personnes/locataire-fiche.ts";
import { creation as user } from "#domain/profils/user.ts";
import { creation as manuelle } from "#domain/quittances/quittance-fiche.ts";
import { isRequired } from "#web/lib/rules/rules.ts";
import { fieldsOf } from "#web/lib/rules/schema.ts";
import { refus } from "../../support/fiches/schemas.ts";

const JOUR = "2026-11-22";
const identite = { nom: "Roy", prenom: "Ada" };

/** For each record: the fields that the specification requires, with the links without which no record exists. */
const ENTITES: [string, z.core.$ZodType, Record<string, unknown>][] = [
  [
    "un dossier",
    dossier,
    {
      AppartementId: 1,
      LocataireId: 1,
      dateEntree: JOUR,
      dateCreationBail: JOUR,
      dateDebutBail: JOUR,
      jourQuitance: 5,
      loyerHC: 850,
      loyerCharge: 100,
      depotGarantie: 850,
      numFraisDossier: "2026-001",
    },
  ],
  [
    "un locataire",
    locataire,
    {
      ...identite,
      rp: true,
      mail: "ada@exemple.fr",
      tel: "0612345678",
      adresse: "1 rue Cler",
      codePostal: "75007",
      ville: "Paris",
    },
  ],
  ["un appartement", appartement, { adresse: "1 rue Cler", codePostal: "75007", ville: "Paris" }],
  [
    "un client",
    client,
    { ...identite, telDefaut: "mobilePerso", mailDefaut: "mailPerso", adresseDefaut: "adresse" },
  ],
  [
    "une mission",
    mission,
    {
      type: "gestion",
      nbAppart: 1,
      accompte1: 100,
      accompte2: 100,
      reliquat: 100,
      valeurMissionAppt: 300,
    },
  ],
  ["un acompte", accompte, { dateDepart: JOUR, dateFin: JOUR, prix: 120, tva: 20 }],
  ["une intendance", intendance, { AppartementId: 1 }],
  ["une caution", caution, { ...identite, mobile: "0612345678", mail: "ada@exemple.fr" }],
  [
    "un état des lieux",
    etatLieux,
    {
      lieu: "Paris",
      date: JOUR,
      clef: "2",
      eauFroide: "1",
      eauChaude: "1",
      chauffage: "1",
      antenne: "Oui",
      amenagement: "Néant",
    },
  ],
  ["un compte", user, { email: "ada@exemple.fr", role: "user" }],
  [
    "une quittance à la main",
    manuelle,
    { DossierId: 1, date: JOUR, dateFin: JOUR, prixHC: 850, charge: 100 },
  ],
];

/** The required fields for which the worker has a default value. */
const PROPOSES = ["jourQuitance", "rp", "reliquat"];

function champs(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.core.$ZodObject) return Object.keys(schema._zod.def.shape);
  if (!(schema instanceof z.core.$ZodPipe)) return [];
  const { in: avant, out: apres } = schema._zod.def;
  return champs(avant instanceof z.core.$ZodTransform ? apres : avant);
}

describe("Ce champ est requis.", () => {
  test.each(ENTITES)("%s se contente de ce que la spécification exige", (_nom, schema, minimum) => {
    expect(refus(schema, minimum)).toEqual({});
    const autres = champs(schema).filter((nom) => !(nom in minimum));
    const vides = Object.fromEntries(autres.map((nom) => [nom, null]));
    expect(refus(schema, { ...vides, ...minimum })).toEqual({});
  });

  // `lieuSignature` is left out: once emptied it stays blank, but when absent it takes the agency's town.
  test.each(ENTITES)(
    "%s, vidé d’un champ, vaut ce qu’il vaut sans lui",
    (_nom, schema, minimum) => {
      const neuve = z.parse(schema, minimum) as Record<string, unknown>;
      const autres = champs(schema).filter((nom) => !(nom in minimum || nom === "lieuSignature"));
      const valeurs = (fiche: Record<string, unknown>) =>
        autres.map((nom) => [nom, fiche[nom] ?? null]);
      const vides = Object.fromEntries(autres.map((nom) => [nom, null]));
      const videe = z.parse(schema, { ...minimum, ...vides }) as Record<string, unknown>;
      expect(valeurs(videe)).toEqual(valeurs(neuve));
    },
  );

  // The forms of a client and of a tenant add the star of the first name themselves, because a company has no first
  // name.
  test.each(ENTITES)(
    "%s dit ce qui manque, du même mot, et l’étoile aussi",
    (_nom, schema, minimum) => {
      const noms = Object.keys(minimum);
      for (const nom of noms) {
        const { [nom]: _, ...reste } = minimum;
        expect(refus(schema, { ...minimum, [nom]: null })).toEqual({ [nom]: REQUIS });
        expect(refus(schema, reste)).toEqual(PROPOSES.includes(nom) ? {} : { [nom]: REQUIS });
      }
      expect(
        champs(schema)
          .filter((nom) => isRequired(fieldsOf(schema), nom))
          .sort(),
      ).toEqual(
        noms
          .filter((nom) => (schema !== client && schema !== locataire) || nom !== "prenom")
          .sort(),
      );
    },
  );

  it("d’une dépense, d’un second titulaire, d’un mineur, d’un syndic et d’un gardien, dès qu’on en parle", () => {
    expect(refus(intendance, { AppartementId: 1, nature: "depense" })).toEqual({
      intitule: REQUIS,
      montant: REQUIS,
      numFacture: REQUIS,
    });
    const [, , un] = ENTITES.find(([nom]) => nom === "un locataire") ?? [];
    expect(refus(locataire, { ...un, secondTitulaire: true, mineurTel2: "0612345678" })).toEqual({
      autreNom: REQUIS,
      autrePrenom: REQUIS,
      autreMail: REQUIS,
      autreTel: REQUIS,
      mineurNom: REQUIS,
      mineurPrenom: REQUIS,
    });
    const [, , bien] = ENTITES.find(([nom]) => nom === "un appartement") ?? [];
    const tel = "0612345678";
    expect(refus(appartement, { ...bien, syndicTel: tel, gardienTel: tel })).toEqual({
      syndicNom: REQUIS,
      gardienNom: REQUIS,
    });
    expect(refus(encadrement, {})).toEqual({});
  });
});
