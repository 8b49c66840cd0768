import * as z from "zod/mini";
import type { DossierResume } from "./appartement.ts";
import type { FichierResume } from "./fichier.ts";
import {
  booleen,
  choix,
  courriel,
  facultatif,
  isoDate,
  requis,
  telephone,
  texte,
} from "./fields.ts";
import { TITRES } from "./personne.ts";

/** The tenant, as the wire spells it; `accordEmail` is the express agreement of art. 21. */
export const record = z.strictObject({
  rp: booleen(),
  quitanceAuto: booleen(),
  accordEmail: booleen(),
  titre: choix(TITRES),
  nom: requis(100),
  prenom: requis(100),
  nomJeuneFille: facultatif(texte(100)),
  naissance: facultatif(isoDate()),
  lieuNaissance: facultatif(texte(100)),
  adresse: requis(),
  codePostal: requis(10),
  ville: requis(100),
  mail: courriel(),
  mail2: facultatif(courriel()),
  tel: telephone(),
  tel2: facultatif(telephone()),
  secondTitulaire: booleen(),
  autreTitre: facultatif(choix(TITRES)),
  autreNom: facultatif(texte(100)),
  autrePrenom: facultatif(texte(100)),
  autreNomJeuneFille: facultatif(texte(100)),
  autreNaissance: facultatif(isoDate()),
  autreLieuNaissance: facultatif(texte(100)),
  autreMail: facultatif(courriel()),
  autreTel: facultatif(telephone()),
  autreTel2: facultatif(telephone()),
  mineurTitre: facultatif(choix(TITRES)),
  mineurNom: facultatif(texte(100)),
  mineurPrenom: facultatif(texte(100)),
  mineurNaissance: facultatif(isoDate()),
  mineurLieuNaissance: facultatif(texte(100)),
  mineurMail: facultatif(courriel()),
  mineurTel: facultatif(telephone()),
  mineurTel2: facultatif(telephone()),
});

export const modification = z.partial(record);

export const CHAMPS_SECOND_TITULAIRE = [
  "autreTitre",
  "autreNom",
  "autrePrenom",
  "autreNomJeuneFille",
  "autreNaissance",
  "autreLieuNaissance",
  "autreMail",
  "autreTel",
  "autreTel2",
] as const;
export const CHAMPS_MINEUR = [
  "mineurTitre",
  "mineurNom",
  "mineurPrenom",
  "mineurNaissance",
  "mineurLieuNaissance",
  "mineurMail",
  "mineurTel",
  "mineurTel2",
] as const;
/** Required once the section is open. */
export const REQUIS_SECOND_TITULAIRE = [
  "autreNom",
  "autrePrenom",
  "autreMail",
  "autreTel",
] as const;
export const REQUIS_MINEUR = ["mineurNom", "mineurPrenom", "mineurMail", "mineurTel"] as const;

export const creation = z.pipe(
  z
    .extend(record, {
      rp: z._default(booleen(), true),
      quitanceAuto: z._default(booleen(), true),
      accordEmail: z._default(booleen(), false),
      titre: z._default(choix(TITRES), "Monsieur"),
      secondTitulaire: z._default(booleen(), false),
    })
    .check((contexte) => {
      const locataire = contexte.value;
      const exiges = [
        ...(locataire.secondTitulaire ? REQUIS_SECOND_TITULAIRE : []),
        ...(CHAMPS_MINEUR.some((nom) => locataire[nom]) ? REQUIS_MINEUR : []),
      ];
      for (const nom of exiges.filter((champ) => !locataire[champ])) {
        contexte.issues.push({
          code: "custom",
          path: [nom],
          message: "Ce champ est requis.",
          input: locataire[nom],
        });
      }
    }),
  z.transform((locataire) => ({
    ...locataire,
    ...(locataire.secondTitulaire
      ? {}
      : (Object.fromEntries(CHAMPS_SECOND_TITULAIRE.map((nom) => [nom, null])) as {
          [nom in (typeof CHAMPS_SECOND_TITULAIRE)[number]]: null;
        })),
  })),
);

export type Locataire = z.output<typeof creation>;

/** The holders of the lease: one person, or two when there is a second holder. */
export function titulaires(locataire: {
  titre: string;
  nom: string;
  prenom: string;
  secondTitulaire: boolean;
  autreTitre?: string | null;
  autreNom?: string | null;
  autrePrenom?: string | null;
}): { titre: string; nom: string; prenom: string }[] {
  const premier = { titre: locataire.titre, nom: locataire.nom, prenom: locataire.prenom };
  if (!locataire.secondTitulaire || !locataire.autreNom) return [premier];
  const second = {
    titre: locataire.autreTitre ?? "Monsieur",
    nom: locataire.autreNom,
    prenom: locataire.autrePrenom ?? "",
  };
  return [premier, second];
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
  updatedAt: string;
}

export interface LocataireDetail extends Locataire {
  id: number;
  createdAt: string;
  updatedAt: string;
  locations: { Dossier: DossierResume }[];
  Fichiers: FichierResume[];
  canDelete: boolean;
}

export const MAIL_EFFACE = "efface@exemple.invalid";

/** Whether the personal data of this tenant were erased. */
export const estEfface = ({ mail }: Pick<Locataire, "mail">): boolean => mail === MAIL_EFFACE;

/** What is left of a tenant whose personal data were erased (GDPR, art. 17): nothing that tells who it was. */
export function locataireEfface(id: number): Locataire {
  return creation.parse({
    ...Object.fromEntries(Object.keys(record.shape).map((champ) => [champ, null])),
    rp: true,
    quitanceAuto: false,
    accordEmail: false,
    titre: "Monsieur",
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
