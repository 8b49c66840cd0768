import { and, eq, not, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { avertissementsFonds } from "#domain/gerance/mandats/conditions.ts";
import type { Db } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { missionAppartements, missionClients, missions } from "#worker/db/schema/missions.ts";
import { onWhatIsRead } from "#worker/db/versions.ts";
import { gardesDuMandant, refuser } from "#worker/operations/biens/retenues.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  lireFondsDuLogement,
  rendraitDesFondsTenus,
} from "#worker/operations/gerance/livres/fonds.ts";
import {
  lireBien,
  lireMandant,
  type MandatLu,
} from "#worker/operations/gerance/mandats/mandat-lu.ts";
import { nomDuBien, nomEtAdresse } from "#worker/operations/gerance/mandats/registre-ecrit.ts";
import {
  inscrireSiComplet,
  noterChangement,
} from "#worker/operations/gerance/mandats/registre-mandats.ts";
import { trace } from "#worker/operations/historique/history.ts";

type Redacteur = Pick<Contexte, "db" | "now" | "today" | "user">;

interface LienClient {
  MissionId: number;
  ClientId: number;
}

interface LienAppartement {
  MissionId: number;
  AppartementId: number;
}

const mission = (db: Db, id: number) =>
  db.select({ id: missions.id }).from(missions).where(eq(missions.id, id));

/**
 * The avenant to the mandate for a principal who is added or removed, with the changes that it makes from today on.
 */
const avenantDuMandant =
  (client: Awaited<ReturnType<typeof lireMandant>>, geste: "ajouté" | "retiré", today: Jour) =>
  ({ clients: presents }: MandatLu) => {
    const autresClients = presents.filter(({ id }) => id !== client.id);
    return {
      depuis: today,
      objets: [`mandant ${geste}, ${nomEtAdresse(client)}`],
      changements: [
        {
          nom: "Mandants",
          avant: enLignes(presents.map(nomEtAdresse)),
          apres: enLignes(
            (geste === "ajouté" ? [...autresClients, client] : autresClients).map(nomEtAdresse),
          ),
        },
      ],
      ...(geste === "ajouté" ? { venant: client } : {}),
    };
  };

/**
 * The avenant to the mandate for a dwelling that is added or removed, with the changes that it makes from today on.
 */
const avenantDuBien =
  (bien: Awaited<ReturnType<typeof lireBien>>, geste: "ajouté" | "retiré", today: Jour) =>
  ({ biens }: MandatLu) => {
    const autresBiens = biens.filter(({ id }) => id !== bien.id);
    return {
      depuis: today,
      objets: [`bien ${geste}, ${nomDuBien(bien)}`],
      changements: [
        {
          nom: "Biens",
          avant: enLignes(biens.map(nomDuBien)),
          apres: enLignes(
            (geste === "ajouté" ? [...autresBiens, bien] : autresBiens).map(nomDuBien),
          ),
        },
      ],
    };
  };

const enLignes = (noms: readonly string[]): string => noms.join("\n") || "aucun";

const commande = ({ MissionId, ClientId }: LienClient) =>
  and(eq(missionClients.MissionId, MissionId), eq(missionClients.ClientId, ClientId));

/**
 * Makes a client a principal of a mission; doing it twice changes nothing.
 * @throws NotFound when the mission or the client does not exist.
 */
export async function ajouterCommanditaire(ctx: Redacteur, lien: LienClient): Promise<void> {
  const { db, today, user } = ctx;
  const { MissionId, ClientId } = lien;
  const [[found], client] = await Promise.all([mission(db, MissionId), lireMandant(ctx, ClientId)]);
  if (!found) throw new NotFound();
  const quand = not(rowExists(missionClients, commande(lien)));
  await onWhatIsRead(async () =>
    db.write({
      ...(await noterChangement(ctx, {
        MissionId,
        dire: avenantDuMandant(client, "ajouté", today),
        quand,
      })),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Commanditaire ajouté",
        user,
        details: { ClientId },
        quand,
      }),
      lien: db.insert(missionClients).values({ MissionId, ClientId }).onConflictDoNothing(),
    }),
  );
  await inscrireSiComplet(ctx, MissionId);
}

/**
 * Removes a principal from a mission.
 * @throws NotFound when the client is none of its principals; Conflict when its mandate is signed, when its terms,
 * present or future, give this client a share, or when an account was rendered and the terms of today give no shares:
 * the payees would change without a decision.
 */
export async function retirerCommanditaire(ctx: Redacteur, lien: LienClient): Promise<void> {
  const { db, today, user } = ctx;
  const { MissionId, ClientId } = lien;
  const garde = gardesDuMandant(lien, today);
  const retirable = and(
    commande(lien),
    sql`NOT ${garde.signee} AND NOT ${garde.part} AND NOT ${garde.tues}`,
  );
  const quand = rowExists(missionClients, retirable);
  const client = await lireMandant(ctx, ClientId);
  const { retrait } = await onWhatIsRead(async () =>
    db.write({
      ...(await noterChangement(ctx, {
        MissionId,
        dire: avenantDuMandant(client, "retiré", today),
        quand,
      })),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Commanditaire retiré",
        user,
        details: { ClientId },
        quand,
      }),
      retrait: db.delete(missionClients).where(retirable),
    }),
  );
  if (retrait.rowsAffected > 0) return;
  await refuser({ db, today: today }, lien);
  throw new NotFound("Ce client n’est pas commanditaire de cette mission.");
}

const porteSur = ({ MissionId, AppartementId }: LienAppartement) =>
  and(
    eq(missionAppartements.MissionId, MissionId),
    eq(missionAppartements.AppartementId, AppartementId),
  );

/**
 * Puts an apartment under a mission; doing it twice changes nothing.
 * @returns the warnings to staff
 * @throws NotFound when the mission or the apartment does not exist.
 */
export async function ajouterAppartement(ctx: Redacteur, lien: LienAppartement): Promise<string[]> {
  const { db, today, user } = ctx;
  const { MissionId, AppartementId } = lien;
  const [[found], bien] = await Promise.all([mission(db, MissionId), lireBien(ctx, AppartementId)]);
  if (!found) throw new NotFound();
  const quand = not(rowExists(missionAppartements, porteSur(lien)));
  const { avant, apres } = await onWhatIsRead(async () =>
    db.write({
      ...(await noterChangement(ctx, {
        MissionId,
        dire: avenantDuBien(bien, "ajouté", today),
        quand,
      })),
      avant: lireFondsDuLogement(db, AppartementId, today),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Appartement ajouté",
        user,
        details: { AppartementId },
        quand,
      }),
      lien: db
        .insert(missionAppartements)
        .values({ MissionId, AppartementId })
        .onConflictDoNothing(),
      apres: lireFondsDuLogement(db, AppartementId, today),
    }),
  );
  await inscrireSiComplet(ctx, MissionId);
  return avertissementsFonds(avant[0]?.fonds, apres[0]?.fonds);
}

/**
 * Removes an apartment from a mission; its rents may go to another receiver from then on (livres/README §12.1).
 * @returns the warnings to staff
 * @throws NotFound when the apartment is not under the mission; Conflict when its rents would no longer come to the
 * agency although the accounts of its tenants are not settled.
 */
export async function retirerAppartement(ctx: Redacteur, lien: LienAppartement): Promise<string[]> {
  const { db, today, user } = ctx;
  const { MissionId, AppartementId } = lien;
  const retirable = and(porteSur(lien), sql`NOT ${rendraitDesFondsTenus(lien, today)}`);
  const quand = rowExists(missionAppartements, retirable);
  const bien = await lireBien(ctx, AppartementId);
  const { avant, retrait, apres } = await onWhatIsRead(async () =>
    db.write({
      ...(await noterChangement(ctx, {
        MissionId,
        dire: avenantDuBien(bien, "retiré", today),
        quand,
      })),
      avant: lireFondsDuLogement(db, AppartementId, today),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Appartement retiré",
        user,
        details: { AppartementId },
        quand,
      }),
      retrait: db.delete(missionAppartements).where(retirable),
      apres: lireFondsDuLogement(db, AppartementId, today),
    }),
  );
  if (retrait.rowsAffected > 0) return avertissementsFonds(avant[0]?.fonds, apres[0]?.fonds);
  await refuser(ctx, lien);
  throw new NotFound("Cet appartement ne fait pas partie de cette mission.");
}
