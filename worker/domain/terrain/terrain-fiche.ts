import * as z from "zod/mini";
import { creation as etatLieux } from "../biens/etat-lieux.ts";
import {
  booleen,
  choix,
  entier,
  facultatif,
  identifiant,
  instant,
  paragraphe,
  requis,
  texte,
} from "../fields.ts";
import { MOBILIER_MINIMAL } from "./mobilier.ts";
import { PHOTOS_AU_PLUS } from "./photo.ts";
import {
  type Complements,
  FONCTIONNEMENTS,
  type Fonctionnement,
  PROPRETES,
  type Proprete,
} from "./releve.ts";

const VISITES_PAR_APPAREIL = 200;

const cles = <T extends string>(objet: Record<T, unknown>) => Object.keys(objet) as [T, ...T[]];

const cle = () => requis(100);
const uuid = () => z.uuid({ error: "Une clé faite sur l’appareil est attendue." });
const empreinte = () =>
  texte(64).check(z.regex(/^[0-9a-f]{64}$/, "Une empreinte SHA-256 est attendue."));

const ajout = z.strictObject({
  cle: cle(),
  nom: requis(100),
  genre: choix(["element", "meuble"]),
  nombre: entier(0, 999),
  constat: z.nullable(paragraphe(2000)),
  fonctionne: z.nullable(choix(cles<Fonctionnement>(FONCTIONNEMENTS))),
  obligatoire: z.nullable(entier(1, MOBILIER_MINIMAL.length)),
});

const complementDePiece = z.strictObject({
  cle: cle(),
  nom: requis(100),
  proprete: z.nullable(choix(cles<Proprete>(PROPRETES))),
  ajouts: z.array(ajout).check(z.maxLength(60, "60 éléments au plus par pièce.")),
});

/** The facts of an inventory beside its usual fields (terrain/README §19.2). */
export const complements = z.strictObject({
  pieces: z.array(complementDePiece).check(z.maxLength(60, "60 pièces au plus.")),
  presents: z.nullable(paragraphe(500)),
  reserves: z.nullable(paragraphe(2000)),
});

/** A photo announced before its pixels are sent. */
export const annonce = z.strictObject({
  cle: uuid(),
  visite: uuid(),
  rang: entier(1, PHOTOS_AU_PLUS),
  place: requis(200),
  empreinte: empreinte(),
  empreinteVignette: empreinte(),
  empreinteOriginale: empreinte(),
  priseLeAppareil: instant(),
  priseLe: instant(),
  ancienne: booleen(),
  maillon: empreinte(),
});

export const valeurs = z.omit(etatLieux, { AppartementId: true });

/** The body of the draft of a visit, which the device sends again at each change (terrain/README §19.3). */
export const envoiDeVisite = z.strictObject({
  /** The version of the format of drafts. */
  format: z.literal(1),
  /** A key made by the device: an inventory sent twice is recorded once. */
  cle: uuid(),
  /** The version that the draft started from; null: no inventory existed. */
  version: z.nullable(entier(1, Number.MAX_SAFE_INTEGER)),
  valeurs,
  complements,
  edf: facultatif(texte(255)),
  photos: z.array(annonce).check(z.maxLength(PHOTOS_AU_PLUS, `${PHOTOS_AU_PLUS} photos au plus.`)),
  /** The keys of the photos removed since. */
  retirees: z.array(uuid()).check(z.maxLength(PHOTOS_AU_PLUS)),
});

/** The body that gives the reason to stop waiting for announced photos. */
export const motifDAbandon = z.strictObject({ motif: paragraphe(500) });

/** The body that stops waiting for the photos of one visit (terrain/README §19.6). */
export const abandonDePhotos = z.extend(motifDAbandon, { visite: uuid() });

export type AbandonDePhotos = z.output<typeof abandonDePhotos>;

/** The body of a device's act on its drafts, recorded in the security log (terrain/README §19.6). */
export const gesteSurBrouillons = z.strictObject({
  dossiers: z.array(identifiant()).check(z.minLength(1), z.maxLength(VISITES_PAR_APPAREIL)),
  /** The number of photos never sent. */
  photos: entier(0, 1_000_000),
  /** The user to whom the drafts belonged. */
  UserId: identifiant(),
  /** The instant of the act, by the server's clock. */
  le: instant(),
});

export type GesteSurBrouillons = z.output<typeof gesteSurBrouillons>;

/** The query with the ids of the dossiers that a device stores: « 12,15 ». */
export const demandeDOublis = z.strictObject({
  dossiers: z.optional(
    z.pipe(
      z
        .string()
        .check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,199}$/, "Des dossiers sont attendus.")),
      z.transform((texte) => texte.split(",").map(Number)),
    ),
  ),
});

export type EnvoiDeVisite = Omit<z.output<typeof envoiDeVisite>, "complements"> & {
  complements: Complements;
};
