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
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import type { ChangementDeCoordonnees } from "#worker/operations/gerance/mandats/changement-coordonnees.ts";
import { boitesAnciennes, lireAnciennesAdresses } from "./anciennes-adresses.ts";
import { lireAdministrateurs } from "./avis-a-l-agence.ts";

type Appel = Pick<Contexte, "db" | "now" | "user"> & { env: Pick<Env, "EMAIL" | "MAIL_FROM"> };

/**
 * Tells an owner, at his address on file and at his recent ones, and the administrators, that he will be paid on
 * another account (domain/README §12.15). Meant for `waitUntil`: it neither delays nor fails the act it tells of; a
 * mail that does not leave is logged, without its addresses.
 */
export async function annoncerCoordonnees(
  ctx: Appel,
  changements: readonly ChangementDeCoordonnees[],
): Promise<void> {
  for (const changement of changements) {
    try {
      await annoncer(ctx, changement);
    } catch (error) {
      console.error(
        JSON.stringify({ message: "Owner's IBAN change not told", error: motifDe(error) }),
      );
    }
  }
}

async function annoncer(ctx: Appel, changement: ChangementDeCoordonnees): Promise<void> {
  const { db, env, now } = ctx;
  const { MissionId, ClientId } = changement;
  const {
    reglages,
    admins,
    client: [client],
    mission: [mission],
    changees,
  } = await db.read({
    reglages: lireReglages(db),
    admins: lireAdministrateurs(db),
    client: db.select().from(clients).where(eq(clients.id, ClientId)),
    changees: lireAnciennesAdresses(db, ClientId, now),
    mission: db
      .select({ numero: missions.numRegistre })
      .from(missions)
      .where(eq(missions.id, MissionId)),
  });
  if (!client || !mission) return;
  const agence = agenceDe(reglages);
  const adresse = contactParDefaut(client, MAILS_CLIENT, client.mailDefaut);
  const boites = estEfface(client)
    ? []
    : [...new Set([adresse ?? [], boitesAnciennes(client, changees)].flat())];
  const mandat = `mandat de gestion ${mandatEnMots(numeroDuMandat(mission.numero))}`;
  const interne = auxAdministrateurs(ctx, { changement, mandat, nom: nomComplet(client) });
  const envois = [
    ...boites.map((boite) => ({
      a: [boite],
      ...auProprietaire(ctx, { changement, mandat, agence }),
    })),
    {
      a: [...new Set([agence.agenceEmail, ...admins.map(({ email }) => email)].filter(Boolean))],
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
  // Each mail is tried, even when another failed: an owner's dead address would else hide it from all.
  const manque = sorts.find(({ etat }) => etat !== "envoye");
  if (manque?.erreur) throw new Error(manque.erreur);
}

const valeursDe = ({ avant, apres }: ChangementDeCoordonnees): string =>
  `Ancien compte : ${avant}\nNouveau compte : ${apres}`;

const effetDe = ({ actifLe, issue }: ChangementDeCoordonnees): string =>
  issue === "fait"
    ? `Les reversements iront sur le nouveau compte à partir du ${formatInstant(new Date(actifLe))}. D’ici là, l’ancien est conservé.`
    : "Rien ne change tant qu’un autre administrateur de l’agence n’a pas confirmé cette demande.";

function auProprietaire(
  { now }: Appel,
  {
    changement,
    mandat,
    agence,
  }: { changement: ChangementDeCoordonnees; mandat: string; agence: Agence },
) {
  const joindre = [agence.agenceTel, agence.agenceEmail].filter(Boolean).join(" ou ");
  return {
    subject: "Votre compte bancaire va changer",
    text: [
      "Bonjour,",
      `Le compte sur lequel l’agence vous reverse vos loyers va changer, à la suite d’une demande enregistrée le ${formatInstant(now)} (${mandat}).`,
      valeursDe(changement),
      effetDe(changement),
      `Si vous n’avez pas demandé ce changement, prévenez l’agence aussitôt${joindre && ` : ${joindre}`}.`,
    ],
  };
}

const auxAdministrateurs = (
  { now, user }: Appel,
  { changement, mandat, nom }: { changement: ChangementDeCoordonnees; mandat: string; nom: string },
) => ({
  subject: "L’IBAN d’un propriétaire va changer",
  text: [
    "Bonjour,",
    `Un nouvel IBAN a été ${changement.issue === "fait" ? "enregistré ou confirmé" : "demandé"} le ${formatInstant(now)} par ${user} pour ${nom} (${mandat}).`,
    valeursDe(changement),
    effetDe(changement),
    "Rappelez le propriétaire au numéro que vous connaissez avant de le confirmer. Si ce changement n’est pas de lui, refusez-le, ou remettez l’ancien compte : il reprend effet aussitôt.",
  ],
});
