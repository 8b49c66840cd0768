import type { Agence } from "#domain/agence/agence.ts";
import { MINUTES_DU_CODE } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { lettre, type Texte } from "./composition.ts";

/**
 * The mail with the link of an owner's page.
 * @param nom the owner's name in full; @param url the link, secret included; @param jours the days during which it
 * opens.
 */
export const courrielDuLien = (
  agence: Agence,
  { nom, url, jours }: { nom: string; url: string; jours: number },
): Texte =>
  lettre(agence, "Votre compte de propriétaire", [
    { kind: "texte", texte: `Bonjour ${nom},` },
    {
      kind: "texte",
      texte:
        "Vous pouvez désormais lire en ligne le compte de vos biens\u00A0: ce qui vous revient, vos comptes rendus, " +
        "vos reversements, vos factures et vos aides à la déclaration.",
    },
    { kind: "liens", liens: [{ libelle: "Lire mon compte", url, principal: true }] },
    {
      kind: "texte",
      texte:
        `Ce lien est le vôtre\u00A0: ne le transmettez pas. À chaque visite, un code vous est envoyé à cette adresse. ` +
        `Il ouvre pendant ${jours} jours.`,
    },
  ]);

/** The mail to an owner's former mailbox after his link went to a new one. @param boite the new mailbox, masked */
export const courrielDuLienEnvoye = (
  agence: Agence,
  { nom, boite }: { nom: string; boite: string },
): Texte =>
  lettre(agence, "Votre adresse e-mail a changé", [
    { kind: "texte", texte: `Bonjour ${nom},` },
    {
      kind: "texte",
      texte:
        `Le lien de votre compte de propriétaire vient d’être envoyé à l’adresse ${boite}, qui remplace celle-ci ` +
        "dans nos dossiers. Si vous n’avez pas demandé ce changement, prévenez-nous aussitôt.",
    },
  ]);

/**
 * The mail with the code of a visit, without a link. @param ouvre the page that the code opens, in words: « votre
 * compte de propriétaire »
 */
export const courrielDuCode = (
  agence: Agence,
  { code, ouvre }: { code: string; ouvre: string },
): Texte =>
  lettre(agence, "Votre code de visite", [
    { kind: "texte", texte: "Bonjour," },
    { kind: "texte", texte: `Le code qui ouvre ${ouvre} est\u00A0: ${code}` },
    {
      kind: "texte",
      texte:
        `Il vaut ${MINUTES_DU_CODE} minutes et ne sert qu’une fois. Personne de l’agence ne vous le demandera. ` +
        "Si vous n’avez pas demandé ce code, quelqu’un d’autre a votre lien\u00A0: prévenez-nous.",
    },
  ]);
