import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TableLue } from "#domain/import/colonnes.ts";
import type { EssaiImport, ImportRow } from "#domain/import/fiche.ts";
import type { FormeImport } from "#domain/import/genres.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../agence/agence.ts";
import type { Answer } from "../worker/api.ts";

export let agence: Agence;

export async function ouvrirLesImports(): Promise<void> {
  agence = await ouvrirAgence();
}

export type Contenu = string | Uint8Array<ArrayBuffer>;

export interface Demande {
  genre: FormeImport;
  contenu: Contenu;
  nom?: string;
  /** Choices made by hand: the field that a column fills, by the column's header; null for none. */
  colonnes?: Record<string, string | null>;
  defauts?: Record<string, string>;
  corrections?: { ligne: number; place: number; texte: string }[];
  bonnesLignes?: boolean;
}

export function envoi(
  chemin: string,
  champs: Record<string, string>,
  contenu: Contenu,
  nom: string,
) {
  const form = new FormData();
  for (const [champ, valeur] of Object.entries(champs)) form.append(champ, valeur);
  form.append("fichier", new File([contenu], nom));
  return agence.admin.fetch(`/api/Import${chemin}`, { method: "POST", body: form });
}

export async function poster<T>(
  chemin: string,
  champs: Record<string, string>,
  contenu: Contenu,
  nom: string,
) {
  const reponse = await envoi(chemin, champs, contenu, nom);
  const json: Pick<Answer<T>, "data" | "error"> & { error: { details?: EssaiImport } } =
    await reponse.json();
  return { status: reponse.status, ...json };
}

export const lire = ({ genre, contenu, nom = "export.csv" }: Demande) =>
  poster<TableLue>("/lire", { genre }, contenu, nom);

/** The field that the screen sends for each column: the one chosen by hand, or else the recognized one. */
export async function champsDe(demande: Demande) {
  const { genre, colonnes = {}, defauts, corrections, bonnesLignes } = demande;
  const { data: table } = await lire(demande);
  const dites = table.colonnes.map(({ titre, champ }) =>
    titre in colonnes ? colonnes[titre] : champ,
  );
  return {
    genre,
    colonnes: JSON.stringify(dites),
    ...(defauts ? { defauts: JSON.stringify(defauts) } : {}),
    ...(corrections ? { corrections: JSON.stringify(corrections) } : {}),
    ...(bonnesLignes ? { bonnesLignes: "true" } : {}),
  };
}

async function envoyer<T>(chemin: string, demande: Demande) {
  const { contenu, nom = "export.csv" } = demande;
  return poster<T>(chemin, await champsDe(demande), contenu, nom);
}

export const essayer = (demande: Demande) => envoyer<EssaiImport>("/essai", demande);
export const importer = (demande: Demande) => envoyer<ImportRow>("", demande);
export const annuler = (id: number) => agence.admin.post<ImportRow>(`/Import/${id}/annuler`, {});

export const comptees = async () => {
  const [nombres] = await openDb(env).all<Record<string, number>>(sql`SELECT
    (SELECT count(*) FROM "Client") AS clients, (SELECT count(*) FROM "Appartement") AS appartements,
    (SELECT count(*) FROM "Locataire") AS locataires, (SELECT count(*) FROM "Dossier") AS dossiers,
    (SELECT count(*) FROM "Caution") AS cautions, (SELECT count(*) FROM "History") AS histoire,
    (SELECT count(*) FROM "Import") AS imports, (SELECT count(*) FROM "ImportFiche") AS fiches`);
  return nombres;
};

export const windows1252 = (texte: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(texte, (lettre) => ({ "€": 0x80, "’": 0x92 })[lettre] ?? lettre.charCodeAt(0));

/** A word that makes the names of this test unique. */
export let mot: string;
let rang = 0;

export function nouveauMot(): void {
  mot = `Test${++rang}`;
}

export const proprietaires = () => `Export LOCKimmo du 12/11/2026;;;;
;;;;
Réf.;Civilité;Nom du propriétaire;Prénom;E-mail;Tél. portable;Date de naissance;Adresse;CP;Ville
P1${mot};Mme;${mot} Lefèvre;Inès;ines.${mot}@exemple.fr;612345678;05/03/1958;27 bis bd Saint-Michel;1000;Bourg-en-Bresse

P2${mot};SCI;SCI ${mot};;sci.${mot}@exemple.fr;04 72 00 00 01;;"4, rue des Tilleuls";69003;Lyon
`;

export const appartements =
  () => `Référence;Adresse du bien;Code postal;Ville;Etage;Type;Surface (m²);Loyer HC;Provision sur charges;Propriétaire
A1${mot};12 rue ${mot};75005;Paris;3;T3;62,50;1 250,50 €;120;P1${mot}
A2${mot};12 rue ${mot};75005;Paris;4;Studio;18;640.00;45;SCI ${mot} / ines.${mot}@exemple.fr
`;

export const locataires =
  () => `﻿Identifiant,Locataire,Email,Téléphone,Adresse,Code postal,Ville,Né(e) le
L1${mot},M. DUPONT${mot.toUpperCase()} Léo,leo.${mot}@exemple.fr,06 11 22 33 44,8 rue de la Paix,75002,Paris,1990-07-14
L2${mot},Mme ${mot} Zoé,zoe.${mot}@exemple.fr,+33 7 55 66 77 88,3 place du Marché,33000,Bordeaux,31079
`;

export const baux =
  () => `Bien\tLocataire\tE-mail\tDate de début\tDate de fin\tLoyer HC\tCharges\tDépôt de garantie\tType de location\tJour de paiement
A1${mot}\tL1${mot}\t\t01/02/2024\t31/01/2027\t1 300,00\t125\t1 300\tlocation vide\t5
12 rue ${mot}, 4e\t\tzoe.${mot}@exemple.fr\t2023-09-15\t\t640\t45\t640\tmeublé\t1
`;

export const cautions = () => `Locataire;Nom;Prénom;E-mail;Téléphone;Montant garanti
${mot} Zoé;${mot};Anne;anne.${mot}@exemple.fr;0610203040;30 000,00
`;

export const tout = async () => {
  const faits: Record<string, ImportRow> = {};
  for (const [genre, contenu] of [
    ["Client", windows1252(proprietaires())],
    ["Appartement", appartements()],
    ["Locataire", locataires()],
    ["Dossier", baux()],
    ["Caution", cautions()],
  ] as const) {
    const { status, data, error } = await importer({ genre, contenu });
    expect({ genre, status, error }).toEqual({ genre, status: 201, error: undefined });
    faits[genre] = data;
  }
  return faits;
};

export const lesDits = ({ erreurs }: EssaiImport) =>
  erreurs.premiers.map(({ ligne, colonne, message }) => `${ligne} · ${colonne} · ${message}`);
