import * as z from "zod/mini";
import type { DossierResume } from "../biens/appartement.ts";
import type { FichierResume } from "../fichiers/fichier.ts";
import {
  booleen,
  choix,
  courriel,
  courrielOuVide,
  facultatif,
  isoDate,
  lieu,
  lieuRequis,
  nomPropre,
  nomRequis,
  ouDefaut,
  REQUIS,
  requis,
  telephone,
  texte,
} from "../fields.ts";
import { sirenLu } from "../siren.ts";
import type { EtatLocataire } from "./etat-locataire.ts";
import {
  CHAMPS_D_UNE_PERSONNE,
  CHAMPS_MINEUR,
  CHAMPS_SECOND_TITULAIRE,
  CHAMPS_SOCIETE,
  REQUIS_MINEUR,
  REQUIS_SECOND_TITULAIRE,
} from "./locataire.ts";
import { estMorale, MAIL_EFFACE, QUALITES, TITRES } from "./personne.ts";

const SIREN = "Ce SIREN n’est pas juste : neuf chiffres, dont le dernier est une clé.";

/** A field for the SIREN of a company, checked and stored as nine digits; it may be empty. */
const siren = () =>
  texte(20).check(
    z.refine((ecrit) => ecrit === "" || sirenLu(ecrit) !== null, SIREN),
    z.overwrite((ecrit) => sirenLu(ecrit) ?? ecrit),
  );

/**
 * The tenant, as the form sends it; `accordEmail`: he agrees to receive receipts by e-mail (loi n° 89-462, art. 21).
 */
export const record = z.strictObject({
  rp: booleen(),
  quitanceAuto: ouDefaut(booleen(), true),
  accordEmail: ouDefaut(booleen(), false),
  titre: ouDefaut(choix(TITRES), "Monsieur"),
  nom: nomRequis(),
  /** The first name: null for a company, required for everybody else. */
  prenom: z.nullable(nomRequis()),
  nomJeuneFille: facultatif(nomPropre()),
  naissance: facultatif(isoDate()),
  lieuNaissance: facultatif(texte(100)),
  qualite: ouDefaut(choix(QUALITES), "personne_physique"),
  siren: facultatif(siren()),
  representantNom: facultatif(nomPropre()),
  representantQualite: facultatif(texte(100)),
  adresse: lieuRequis(),
  codePostal: requis(10),
  ville: lieuRequis(100),
  mail: courriel(),
  mail2: facultatif(courriel()),
  tel: telephone(),
  tel2: facultatif(telephone()),
  secondTitulaire: ouDefaut(booleen(), false),
  autreTitre: facultatif(choix(TITRES)),
  autreNom: facultatif(nomPropre()),
  autrePrenom: facultatif(nomPropre()),
  autreNomJeuneFille: facultatif(nomPropre()),
  autreNaissance: facultatif(isoDate()),
  autreLieuNaissance: facultatif(texte(100)),
  /** The address of the second tenant; null: the same as the first. */
  autreAdresse: facultatif(lieu()),
  autreCodePostal: facultatif(texte(10)),
  autreVille: facultatif(lieu(100)),
  autreMail: facultatif(courriel()),
  autreTel: facultatif(telephone()),
  autreTel2: facultatif(telephone()),
  mineurTitre: facultatif(choix(TITRES)),
  mineurNom: facultatif(nomPropre()),
  mineurPrenom: facultatif(nomPropre()),
  mineurNaissance: facultatif(isoDate()),
  mineurLieuNaissance: facultatif(texte(100)),
  mineurMail: facultatif(courriel()),
  mineurTel: facultatif(telephone()),
  mineurTel2: facultatif(telephone()),
});

export const modification = z.partial(record);

const complete = z.extend(record, {
  rp: z._default(booleen(), true),
  quitanceAuto: z._default(record.shape.quitanceAuto, true),
  accordEmail: z._default(record.shape.accordEmail, false),
  titre: z._default(record.shape.titre, "Monsieur"),
  qualite: z._default(record.shape.qualite, "personne_physique"),
  secondTitulaire: z._default(record.shape.secondTitulaire, false),
});

type Saisie = z.input<typeof complete>;

/** Sets the first name of a company to null, and requires it from everybody else. */
function prenomDit(saisie: Saisie): Saisie {
  // The value is not validated yet at this point.
  if (typeof saisie !== "object" || saisie === null) return saisie;
  const { prenom, qualite }: { prenom?: unknown; qualite?: unknown } = saisie;
  if (typeof prenom === "string" && prenom.trim() !== "") return saisie;
  const morale = QUALITES.some((connue) => connue === qualite && estMorale({ qualite: connue }));
  return { ...saisie, prenom: morale ? null : undefined } as Saisie;
}

type ChampVide = (typeof CHAMPS_D_UNE_PERSONNE | typeof CHAMPS_SOCIETE)[number];

const vides = (champs: readonly ChampVide[]): { [nom in ChampVide]?: null } =>
  Object.fromEntries(champs.map((nom) => [nom, null]));

/**
 * Turns a schema into the schema of a whole record: it requires the fields of a second tenant and of a minor, and
 * removes the fields that the person cannot have. A company has no main home (art. 2 of loi n° 89-462).
 */
const entiere = (champs: typeof complete, sauf: readonly string[] = []) =>
  z.pipe(
    z.transform(prenomDit),
    z.pipe(
      champs.check((contexte) => {
        const locataire = contexte.value;
        const personne = !estMorale({ qualite: locataire.qualite });
        const exiges = [
          ...(personne && locataire.secondTitulaire ? REQUIS_SECOND_TITULAIRE : []),
          ...(personne && CHAMPS_MINEUR.some((nom) => locataire[nom]) ? REQUIS_MINEUR : []),
        ];
        for (const nom of exiges.filter((champ) => !locataire[champ] && !sauf.includes(champ))) {
          contexte.issues.push({
            code: "custom",
            path: [nom],
            message: REQUIS,
            input: locataire[nom],
          });
        }
      }),
      z.transform((locataire) => {
        const morale = estMorale({ qualite: locataire.qualite });
        return {
          ...locataire,
          ...vides(morale ? CHAMPS_D_UNE_PERSONNE : CHAMPS_SOCIETE),
          ...vides(locataire.secondTitulaire ? [] : CHAMPS_SECOND_TITULAIRE),
          prenom: locataire.prenom ?? "",
          rp: locataire.rp && !morale,
          secondTitulaire: locataire.secondTitulaire && !morale,
        };
      }),
    ),
  );

export const creation = entiere(complete);

/** The record as it is stored: an imported tenant may have no e-mail yet (import/README §13.3). */
export const gardee = entiere(
  z.extend(complete, {
    mail: ouDefaut(courrielOuVide(), ""),
  }) as unknown as typeof complete,
  ["autreMail"],
);

export type Locataire = z.output<typeof creation>;

/** The record of a tenant once his personal data are erased (GDPR, art. 17). */
export function locataireEfface(id: number): Locataire {
  return creation.parse({
    ...Object.fromEntries(Object.keys(record.shape).map((champ) => [champ, null])),
    rp: true,
    quitanceAuto: false,
    accordEmail: false,
    titre: "Monsieur",
    qualite: "personne_physique",
    secondTitulaire: false,
    nom: "Locataire effacé",
    prenom: `nº ${id}`,
    adresse: "Effacée",
    codePostal: "00000",
    ville: "Effacée",
    mail: MAIL_EFFACE,
    tel: "00 00 00 00 00",
  });
}

export interface LocataireRow {
  id: number;
  titre: string;
  nom: string;
  prenom: string;
  mail: string;
  tel: string;
  appartement: string | null;
  actuel: boolean;
  etat: EtatLocataire;
  /** Euros: the tenant's debt over all his dossiers, the part already due, and the sum paid in advance. */
  solde: number;
  exigible: number;
  avance: number;
  updatedAt: string;
  version: number;
}

export interface LocataireDetail extends Locataire {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  etat: EtatLocataire;
  /** Euros: the tenant's debt over all his dossiers, and the sum paid in advance. */
  solde: number;
  avance: number;
  locations: { Dossier: DossierResume }[];
  Fichiers: FichierResume[];
  /** The agency has the tenant's bank details, or a sum to give back to him. */
  coordonnees: boolean;
  canDelete: boolean;
}
