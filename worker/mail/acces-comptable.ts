import type { Agence } from "#domain/agence/agence.ts";
import { formatPeriode, type Jour } from "#domain/dates.ts";
import { deNom } from "#domain/orthographe.ts";
import { lettre, type Texte } from "./composition.ts";

/**
 * The mail with the link to a period's files, for the agency's accountant.
 * @param url the link, secret included; @param jours the days during which it opens.
 */
export const courrielDuLienComptable = (
  agence: Agence,
  { nom, url, jours, du, au }: { nom: string; url: string; jours: number; du: Jour; au: Jour },
): Texte =>
  lettre(agence, "Les exports comptables de la période", [
    { kind: "texte", texte: `Bonjour ${nom},` },
    {
      kind: "texte",
      texte: `Les exports comptables ${agence.agenceNom ? deNom(agence.agenceNom) : "de l’agence"}, ${formatPeriode(du, au)}, sont à votre disposition.`,
    },
    { kind: "liens", liens: [{ libelle: "Ouvrir les exports", url, principal: true }] },
    {
      kind: "texte",
      texte:
        `Ce lien est le vôtre\u00A0: ne le transmettez pas. À chaque visite, un code vous est envoyé à cette adresse. ` +
        `Il ouvre pendant ${jours} jours.`,
    },
  ]);
