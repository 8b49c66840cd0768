import { eq } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { formatInstant } from "#domain/dates.ts";
import { mandatEnMots, numeroDuMandat } from "#domain/gerance/mandats/mandat-rendu.ts";
import { contactParDefaut, MAILS_CLIENT } from "#domain/personnes/client.ts";
import { estEfface, nomComplet } from "#domain/personnes/personne.ts";
import { motifDe } from "#worker/db/failures.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { clients } from "#worker/db/schema/schema.ts";
import type { Env } from "#worker/env.ts";
import { enTexteSeul } from "#worker/mail/composition.ts";
import { envoyer } from "#worker/mail/send.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  boitesAnciennes,
  lireAnciennesAdresses,
} from "#worker/operations/courriels/anciennes-adresses.ts";
import { lireAdministrateurs } from "#worker/operations/courriels/avis-a-l-agence.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import type { Beneficiaire, ChangementDeCoordonnees } from "./changement-coordonnees.ts";
import { motsDuPaye, nomDuPaye } from "./coordonnees-bancaires.ts";

type Appel = Pick<Contexte, "db" | "now" | "user"> & { env: Pick<Env, "EMAIL" | "MAIL_FROM"> };

/**
 * Announces to an owner, a tenant or a supplier that he will be paid on another account (mandats/README §12.15). One
 * mail goes to his address on file; for an owner, also to the addresses that he had in the last thirty days. Another
 * mail goes to the agency and its administrators. Meant for `waitUntil`: the change neither waits for the mail nor
 * fails with it. A mail that does not leave is logged, without its addresses.
 */
export async function annoncerCoordonnees(
  ctx: Appel,
  changements: readonly ChangementDeCoordonnees[],
): Promise<void> {
  for (const changement of changements) {
    try {
      await annoncer(ctx, changement);
    } catch (error) {
      console.error(JSON.stringify({ message: "IBAN change not told", error: motifDe(error) }));
    }
  }
}

async function annoncer(ctx: Appel, changement: ChangementDeCoordonnees): Promise<void> {
  const { db, env } = ctx;
  const faits = await db.read({ reglages: lireReglages(db), admins: lireAdministrateurs(db) });
  const paye = await lirePaye(ctx, changement.qui);
  if (!paye) return;
  const agence = agenceDe(faits.reglages);
  const interne = auxAdministrateurs(ctx, { changement, paye });
  const envois = [
    ...paye.boites.map((boite) => ({ a: [boite], ...auPaye(ctx, { changement, paye, agence }) })),
    {
      a: [
        ...new Set([agence.agenceEmail, ...faits.admins.map(({ email }) => email)].filter(Boolean)),
      ],
      ...interne,
    },
  ];
  const sorts = [];
  for (const { text, ...envoi } of envois) {
    sorts.push(
      await envoyer(env, {
        de: agence.agenceNom,
        repondreA: agence.agenceEmail,
        ...envoi,
        text: enTexteSeul(agence, text),
      }),
    );
  }
  // Each mail is tried even when another failed, so that one dead address does not stop the others.
  const manque = sorts.find(({ etat }) => etat !== "envoye");
  if (manque?.erreur) throw new Error(manque.erreur);
}

/** The payee of the account, in the words of the mails. */
interface Paye {
  boites: string[];
  nom: string;
  /** The kind of payee, as « un propriétaire » and « le propriétaire ». */
  un: string;
  le: string;
  /** The payments, as a verb and as a noun: « vous reverse vos loyers », « Les reversements ». */
  verse: string;
  versements: string;
  /** « mandat de gestion n° 000042 »; null when the bank account belongs to no mandate. */
  mandat: string | null;
}

/**
 * The person paid on this bank account, with his mailboxes; null when the person, or his mandate, no longer exists.
 */
async function lirePaye({ db, now }: Appel, qui: Beneficiaire): Promise<Paye | null> {
  if ("ClientId" in qui) {
    const { ClientId, MissionId } = qui;
    const {
      client: [client],
      mission: [mission],
      changees,
    } = await db.read({
      client: db.select().from(clients).where(eq(clients.id, ClientId)),
      changees: lireAnciennesAdresses(db, ClientId, now),
      mission: db
        .select({ numero: missions.numRegistre })
        .from(missions)
        .where(eq(missions.id, MissionId)),
    });
    if (!client || !mission) return null;
    const adresse = contactParDefaut(client, MAILS_CLIENT, client.mailDefaut);
    return {
      boites: estEfface(client)
        ? []
        : [...new Set([adresse ?? [], boitesAnciennes(client, changees)].flat())],
      nom: nomComplet(client),
      ...{ un: "un propriétaire", le: "le propriétaire" },
      ...{ verse: "vous reverse vos loyers", versements: "Les reversements" },
      mandat: `mandat de gestion ${mandatEnMots(numeroDuMandat(mission.numero))}`,
    };
  }
  const [fiche] = await nomDuPaye(db, qui);
  if (!fiche) return null;
  const boite = "secondTitulaire" in fiche && estEfface(fiche) ? null : fiche.mail;
  const mots =
    qui.entite === "Locataire"
      ? { un: "un locataire", le: "le locataire", verse: "vous rend votre dépôt de garantie" }
      : { un: "un fournisseur", le: "le fournisseur", verse: "paie vos factures" };
  return {
    boites: boite ? [boite] : [],
    nom: motsDuPaye(fiche),
    ...mots,
    versements: "Les virements",
    mandat: null,
  };
}

const valeursDe = ({ avant, apres }: ChangementDeCoordonnees): string =>
  avant === null
    ? `Nouveau compte : ${apres}`
    : `Ancien compte : ${avant}\nNouveau compte : ${apres}`;

const effetDe = (
  { actifLe, avant, issue }: ChangementDeCoordonnees,
  { versements }: Paye,
): string =>
  issue === "fait"
    ? `${versements} iront sur le nouveau compte à partir du ${formatInstant(new Date(actifLe))}.${avant === null ? "" : " D’ici là, l’ancien est conservé."}`
    : "Rien ne change tant qu’un autre administrateur de l’agence n’a pas confirmé cette demande.";

function auPaye(
  { now }: Appel,
  { changement, paye, agence }: { changement: ChangementDeCoordonnees; paye: Paye; agence: Agence },
) {
  const joindre = [agence.agenceTel, agence.agenceEmail].filter(Boolean).join(" ou ");
  return {
    subject: "Votre compte bancaire va changer",
    text: [
      "Bonjour,",
      `Le compte sur lequel l’agence ${paye.verse} va changer, à la suite d’une demande enregistrée le ${formatInstant(now)}${paye.mandat ? ` (${paye.mandat})` : ""}.`,
      valeursDe(changement),
      effetDe(changement, paye),
      `Si vous n’avez pas demandé ce changement, prévenez l’agence aussitôt${joindre && ` : ${joindre}`}.`,
    ],
  };
}

const auxAdministrateurs = (
  { now, user }: Appel,
  { changement, paye }: { changement: ChangementDeCoordonnees; paye: Paye },
) => ({
  subject: `L’IBAN d’${paye.un} va changer`,
  text: [
    "Bonjour,",
    `Un nouvel IBAN a été ${changement.issue === "fait" ? "enregistré ou confirmé" : "demandé"} le ${formatInstant(now)} par ${user} pour ${paye.nom}${paye.mandat ? ` (${paye.mandat})` : ""}.`,
    valeursDe(changement),
    effetDe(changement, paye),
    `Rappelez ${paye.le} au numéro que vous connaissez avant de le confirmer. Si ce changement n’est pas de lui, refusez-le, ou remettez l’ancien compte : il reprend effet aussitôt.`,
  ],
});
