import * as z from "zod/mini";
import { TYPES_BAIL } from "../biens/dossier.ts";
import { booleen, choix, entier, instant, isoDate, paragraphe, requis, texte } from "../fields.ts";
import { QUALITES } from "../personnes/personne.ts";
import { DROITS } from "../personnes/propriete.ts";
import { trace } from "../signature/signature-fiche.ts";
import type { ContenuDuConstat } from "./constat.ts";
import { PHOTOS_AU_PLUS } from "./photo.ts";
import { IDENTITES_VUES, type IdentiteVue, type SignatureDuConstat } from "./signature.ts";
import { annonce, complements, valeurs } from "./terrain-fiche.ts";

const PARTIES_AU_PLUS = 60;

const texteOuRien = () => z.nullable(texte(500));

const personne = {
  titre: texteOuRien(),
  prenom: texteOuRien(),
  nom: requis(),
  qualite: z.optional(choix(QUALITES)),
};
const adresse = { adresse: texteOuRien(), codePostal: texteOuRien(), ville: texteOuRien() };
const mode = () => choix(["collective", "individuelle"]);

const cadre = z.strictObject({
  numero: requis(20),
  regime: choix(TYPES_BAIL),
  meuble: booleen(),
  dateEntree: isoDate(),
  nouvelleAdresse: texteOuRien(),
  bailleurs: z
    .array(z.strictObject({ ...personne, ...adresse, droit: z.optional(choix(DROITS)) }))
    .check(z.maxLength(PARTIES_AU_PLUS)),
  locataires: z.array(z.strictObject(personne)).check(z.maxLength(PARTIES_AU_PLUS)),
  mineur: z.nullable(z.strictObject(personne)),
  logement: z.strictObject({
    ...adresse,
    etage: texteOuRien(),
    caveNum: texteOuRien(),
    situation: texteOuRien(),
    nbPiece: z.nullable(entier(0, 1000)),
    surface: z.nullable(z.number()),
    pdl: texteOuRien(),
    chauffage: mode(),
    eauChaude: mode(),
    detailClef: z.nullable(texte(2000)),
    detailTelecomande: z.nullable(texte(2000)),
    digicode: texteOuRien(),
  }),
});

const { cle, place, empreinte, empreinteVignette, empreinteOriginale, priseLe, ancienne } =
  annonce.shape;

const constat = {
  releve: z.strictObject({ valeurs, complements, edf: z.nullable(texte(255)) }),
  photos: z
    .array(
      z.strictObject({
        ...{ cle, place, empreinte, empreinteVignette, empreinteOriginale, priseLe, ancienne },
      }),
    )
    .check(z.maxLength(2 * PHOTOS_AU_PLUS)),
};

const signature = z.strictObject({
  role: choix(["locataire", "agence"]),
  nom: requis(),
  qualite: z.nullable(requis()),
  identite: z.nullable(choix(Object.keys(IDENTITES_VUES) as [IdentiteVue, ...IdentiteVue[]])),
  trace: z.nullable(trace),
  leAppareil: instant(),
  refus: z.nullable(z.strictObject({ absent: booleen(), motif: paragraphe(2000) })),
});

/**
 * The body of the signatures and refusals collected on site (terrain/README §19.8); sent twice, it is recorded once.
 */
export const envoiDeSignatures = z.strictObject({
  /** A key made by the device. */
  cle: z.uuid({ error: "Une clé faite sur l’appareil est attendue." }),
  contenu: z.strictObject({
    cote: choix(["entree", "sortie"]),
    cadre,
    ...constat,
    entree: z.nullable(z.strictObject(constat)),
  }),
  /** The fingerprint of the content that the signers read. */
  empreinte,
  signatures: z
    .array(signature)
    .check(z.minLength(2), z.maxLength(PARTIES_AU_PLUS))
    .check(
      z.refine(
        (signatures) =>
          signatures.every(
            ({ role, identite, refus }) =>
              role === "agence" || identite !== null || refus?.absent === true,
          ),
        "Dites comment chaque signataire a été reconnu.",
      ),
      z.refine(
        (signatures) =>
          signatures.filter(({ role }) => role === "agence").length === 1 &&
          signatures.at(-1)?.role === "agence" &&
          signatures.at(-1)?.refus === null,
        "L’agence signe une fois, la dernière.",
      ),
    ),
});

export interface EnvoiDeSignatures {
  cle: string;
  contenu: ContenuDuConstat;
  empreinte: string;
  signatures: readonly SignatureDuConstat[];
}
