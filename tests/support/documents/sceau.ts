import type { KeyObject } from "node:crypto";
import { createHash } from "node:crypto";
import { consentementA, type PapierLu, type Preuve } from "#domain/signature/preuve.ts";
import { render } from "#worker/documents/page/render.ts";
import { certificatDAgence, nomDuSceau } from "#worker/documents/signature/certificat.ts";
import { cleLue, nouvelleCle } from "#worker/documents/signature/cle.ts";
import { sceller } from "#worker/documents/signature/cms.ts";
import { pageDePreuve } from "#worker/documents/signature/page-de-preuve.ts";
import {
  PLACES_DU_SCEAU,
  poserSceau,
  preparerSceau,
  sousLeSceau,
} from "#worker/documents/signature/sceau.ts";
import { unBail } from "./bail.ts";
import { AGENCE } from "./documents.ts";
import { tousLesDocuments } from "./extremes.ts";

export const SCELLE_LE = new Date("2026-11-25T13:42:10.000Z");

const sha256 = (octets: Uint8Array) => createHash("sha256").update(octets).digest("hex");

/** The lease that the signers read, as PDF. */
export async function unContrat(): Promise<Uint8Array> {
  const faire = tousLesDocuments(unBail(), [])["contrat nu"];
  if (!faire) throw new Error("pas de contrat");
  return render(faire().document);
}

export const papierLu = (lu: Uint8Array, changements: Partial<PapierLu> = {}): PapierLu => ({
  titre: "Contrat de location D000123",
  pages: 6,
  octets: lu.length,
  empreinte: sha256(lu),
  ...changements,
});

/** The proof of a tenant who signed at a distance, then of the agency. */
export function unePreuve(lu: Uint8Array, changements: Partial<Preuve> = {}): Preuve {
  const papier = papierLu(lu);
  const consentement = consentementA(papier);
  return {
    papier,
    lieu: "distance",
    signataires: [
      {
        role: "Locataire",
        nom: "Madame Łucja Nguyễn-Œuvrard",
        qualite: null,
        mail: "lucja.nguyen@exemple.fr",
        ip: "203.0.113.77",
        identite: "code",
        luLe: "2026-11-25T13:21:40.000Z",
        signeLe: "2026-11-25T13:22:05.000Z",
        signeLeAppareil: null,
        avertiLe: null,
        consentement,
        mention: null,
        gardeDiscussion: null,
        cases: [],
      },
      {
        role: "Pour l'agence",
        nom: "Léa Martin",
        qualite: "gérante, mandataire des bailleurs",
        mail: "lea@agence.fr",
        ip: "2001:db8:85a3::8a2e:370:7334",
        identite: "session",
        luLe: null,
        signeLe: "2026-11-25T13:41:58.000Z",
        signeLeAppareil: null,
        avertiLe: null,
        consentement,
        mention: null,
        gardeDiscussion: null,
        cases: [],
      },
    ],
    evenements: [
      { le: "2026-11-25T09:00:03.000Z", etat: "Mis en signature", qui: null, ligne: 12_345 },
      {
        le: "2026-11-25T09:00:04.000Z",
        etat: "Lien de signature envoyé",
        qui: null,
        ligne: 12_346,
      },
      {
        le: "2026-11-25T13:21:40.000Z",
        etat: "Document lu",
        qui: "Madame Łucja Nguyễn-Œuvrard",
        ligne: 12_351,
      },
      {
        le: "2026-11-25T13:22:05.000Z",
        etat: "Signé électroniquement",
        qui: "Madame Łucja Nguyễn-Œuvrard",
        ligne: 12_352,
      },
      {
        le: "2026-11-25T13:41:58.000Z",
        etat: "Signé électroniquement",
        qui: "Léa Martin",
        ligne: 12_360,
      },
    ],
    historique: { ligne: 12_360, empreinte: sha256(Buffer.from("histoire")) },
    certificat: sha256(Buffer.from("certificat")),
    scelleLe: SCELLE_LE.toISOString(),
    ...changements,
  };
}

export function unSceau(agence = AGENCE.agenceNom): { cle: KeyObject; certificat: Uint8Array } {
  const cle = cleLue(nouvelleCle());
  const du = new Date("2026-11-01T00:00:00Z");
  const au = new Date("2036-11-01T00:00:00Z");
  return { cle, certificat: certificatDAgence(cle, { agence, du, au }) };
}

/** The paper with its page of proof, sealed by this key. */
export async function unScelle(
  lu: Uint8Array,
  sceau = unSceau(),
  { horodater, ...preuve }: Partial<Preuve> & { horodater?: Parameters<typeof sceller>[2] } = {},
): Promise<Uint8Array> {
  const page = pageDePreuve({
    agence: AGENCE,
    preuve: unePreuve(lu, { certificat: sha256(sceau.certificat), ...preuve }),
  });
  const nom = nomDuSceau(AGENCE.agenceNom);
  const place = PLACES_DU_SCEAU[horodater ? "horodate" : "simple"];
  const pret = await preparerSceau(lu, { preuve: page, le: SCELLE_LE, nom, place });
  return poserSceau(pret, await sceller(sousLeSceau(pret), sceau, horodater));
}
