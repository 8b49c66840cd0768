import { eq, type SQL, sql } from "drizzle-orm";
import { type Jour, moisDe } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import type { ContenuSolde } from "#domain/gerance/departs/depart.ts";
import type { DepartDetail, SoldeArrete } from "#domain/gerance/departs/depart-fiche.ts";
import { aLaChargeDuLocataire } from "#domain/gerance/departs/retenues.ts";
import { echeanceDesCharges, soldeDesCharges } from "#domain/gerance/departs/solde-de-sortie.ts";
import {
  abandon,
  depotDitParLeBailleur,
  depotRenduParLeBailleur,
  type Ecriture,
  ensemble,
  provisionsRendues,
  quittancement,
} from "#domain/gerance/livres/ecritures.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { EcheanceOuverte } from "#domain/gerance/locataires/compte-tenu.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import { enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { bailleursDe } from "#domain/personnes/propriete.ts";
import type { Statements } from "#worker/db/client.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import {
  echeances,
  ecritures,
  imputations,
  lignes,
  reglements,
} from "#worker/db/schema/gerance.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { isStale, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  debutComptes,
  type EcritureAPoster,
  extourner,
  poster,
} from "#worker/operations/gerance/livres/ecritures.ts";
import {
  type CompteLu,
  lireComptes,
  mandatDe,
  rendre,
} from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import {
  reunir,
  type Suites,
  suitesDe,
} from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { inscrire, regleeDe } from "#worker/operations/gerance/locataires/reglements.ts";
import {
  finirReglements,
  lireParts,
  renduesDe,
} from "#worker/operations/gerance/locataires/reglements-finis.ts";
import { placerUn } from "#worker/operations/gerance/locataires/reglements-places.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type DepartLu, lireDepart, logementNomme } from "./depart-lu.ts";

type Fait = Suites & { vue: DepartDetail };

/**
 * Freezes the account of a departure (domain/README §14.3): in one transaction, what the tenant bears is called, an
 * unpaid call of the deposit is withdrawn, an advance joins what is held for him, the deposit settles what is owed, and
 * the account is kept as its paper prints it. Where the books are not open, the account is kept alone.
 * @param demande `version`: of the departure as it was read
 * @throws NotFound; Conflict when it misses something, is frozen already, or is no longer the one that was read.
 */
export async function arreterCompte(
  ctx: Contexte,
  { DossierId, ...lue }: VersionLue & { DossierId: number },
): Promise<Fait> {
  const suites = await onWhatIsRead(async () => {
    const lu = await lireDepart(ctx, DossierId);
    const { vue, depart } = lu;
    if (!depart) throw new NotFound("Aucun départ n’est noté.");
    if (isStale(depart, lue)) throw new Conflict(FICHE_MODIFIEE);
    if (vue.soldes.some(({ annuleLe }) => annuleLe === null))
      throw new Conflict("Ce compte de sortie est déjà arrêté.");
    const [manque] = vue.compte.manques;
    if (manque) throw new Conflict(manque);
    const arret = {
      depart,
      contenu: contenuDe(lu, depart.motifProvision),
      genre: "sortie",
    } as const;
    if (!vue.compte.livres) return arreterSeul(ctx, lu, arret);
    return arreterAuxLivres(ctx, lu, {
      ...arret,
      appels: appelsDe(lu),
      autres: depotJamaisDit(lu),
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

interface Arret {
  depart: NonNullable<DepartLu["depart"]>;
  genre: SoldeArrete["genre"];
  contenu: ContenuSolde;
}

/** All that the paper of the account says. */
function contenuDe({ vue, dossier }: DepartLu, motifProvision: string | null): ContenuSolde {
  const { depot, lieu, lignes, impute, provision, restitution, resteDu, echeance } = vue.compte;
  return {
    locataires: vue.titulaires,
    logement: logementNomme(dossier),
    bailleur: bailleursDe(dossier.appartement).map(nomComplet).join(", "),
    nouvelleAdresse: dossier.nouvelleAdresse,
    clesLe: dossier.dateSortie ?? "",
    lignes,
    depot,
    lieu,
    impute,
    provision,
    motifProvision: provision > 0 ? motifProvision : null,
    restitution,
    resteDu,
    echeance,
    conforme: vue.depart?.conforme ?? true,
    loyerHC: enCentimes(dossier.loyerHC),
  };
}

async function arreterSeul(ctx: Contexte, lu: DepartLu, arret: Arret): Promise<Suites> {
  await ctx.db.write({ garde: provided(ctx.db, commeLu(lu)), ...conserver(ctx, lu, arret) });
  return reunir();
}

/** A sum to call, which the account reads as owed before the deposit settles it. */
interface Appel {
  nature: NatureEcheance;
  libelle: string;
  montant: number;
}

/** What the account of a departure calls before the deposit settles what is owed. */
function appelsDe({ vue, depart }: DepartLu): Appel[] {
  const retenues = aLaChargeDuLocataire(depart?.retenues ?? []).map(({ libelle, montant }) => ({
    nature: "reparation" as const,
    libelle,
    montant: enCentimes(montant),
  }));
  const { avance, dues } = vue.compte;
  const dette =
    [...dues.filter(({ nature }) => nature !== "depot")].reduce((du, { reste }) => du + reste, 0) +
    retenues.reduce((du, { montant }) => du + montant, 0);
  if (avance <= dette) return retenues;
  // What was paid ahead is held with the deposit from now on, and goes back with it.
  return [
    ...retenues,
    { nature: "depot", libelle: "Payé d’avance, à rendre", montant: avance - dette },
  ];
}

/** A deposit that the owner holds, of which the books were never told: they are, once the account rests on it. */
const depotJamaisDit = ({ vue, dossier }: DepartLu): Ecriture[] =>
  vue.compte.lieu === "bailleur" && vue.compte.jamaisDit
    ? [depotDitParLeBailleur({ dossier: dossier.id }, vue.compte.depot)]
    : [];

interface AuxLivres {
  appels: readonly Appel[];
  /** Other entries of the account, each in its own journal. */
  autres: readonly Ecriture[];
  /** Another condition of the write. */
  quand?: SQL;
}

/** Writes a frozen account and its entries, all or none. */
async function arreterAuxLivres(
  ctx: Contexte,
  lu: DepartLu,
  { appels, autres, quand = sql`true`, ...arret }: Arret & AuxLivres,
): Promise<Suites> {
  const { db, today, user } = ctx;
  const DossierId = lu.dossier.id;
  const cle = `solde ${arret.depart.id} ${crypto.randomUUID()}`;
  const { comptes, compte, mandat, suivant } = await lireCompte(ctx, DossierId);
  const retirees = compte.ouvertes.filter(({ nature, inscrite }) => nature === "depot" && inscrite);
  const appelees = appels.map(
    ({ nature, montant }, rang): EcheanceOuverte => ({
      id: suivant + rang,
      mandat,
      mois: moisDe(today),
      exigibleLe: today,
      nature,
      reste: montant,
      QuitanceId: null,
      inscrite: true,
    }),
  );
  const pourLeDepot = appelees.filter(({ nature }) => nature === "depot");
  compte.ouvertes = [
    ...compte.ouvertes.filter((ouverte) => !retirees.includes(ouverte)),
    ...appelees.filter(({ nature }) => nature !== "depot"),
  ];
  const { impute, lieu } = arret.contenu;
  const fonds = lieu === "agence" ? "agence" : "proprietaire";
  const demande = {
    DossierId,
    date: today,
    montant: impute,
    mode: "depot",
    payeur: "locataire",
    cle,
  } as const;
  const places = impute > 0 ? [placerUn(demande, { compte, fonds }, today)] : [];
  compte.ouvertes.push(...pourLeDepot);
  const { avant, inchange, ecrites } = await regler(ctx, {
    comptes,
    reglees: places.map(regleeDe),
  });
  const { attente } = await db.write({
    garde: provided(
      db,
      sql`${inchange} AND ${commeLu(lu)} AND ${quand} AND (SELECT coalesce(max(id), 0) + 1 FROM ${echeances}) = ${suivant}`,
    ),
    ...appelerEtRetirer(ctx, { DossierId, mandat, cle, appels, appelees, retirees, autres }),
    ...conserver(ctx, lu, arret),
    ...(places.length > 0 ? inscrire(db, places, user) : {}),
    ...ecrites,
  });
  return suitesDe(avant, attente);
}

/** The account of the dossier, its mandate, and the identifier of the next sum called. */
async function lireCompte(ctx: Contexte, DossierId: number) {
  const { db, today } = ctx;
  const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
  const compte = comptes.get(DossierId);
  const [lu] = await db.all<{ mandat: number; suivant: number }>(sql`
    SELECT ${mandatDe(sql`d."AppartementId"`)} AS mandat, (SELECT coalesce(max(id), 0) + 1 FROM ${echeances}) AS suivant
    FROM ${dossiers} d WHERE d.id = ${DossierId}`);
  if (!compte || !lu) throw new NotFound();
  return { comptes, compte, ...lu };
}

interface AppelsEtRetraits {
  DossierId: number;
  mandat: number;
  /** The root of the keys of the entries. */
  cle: string;
  appels: readonly Appel[];
  appelees: readonly EcheanceOuverte[];
  /** Calls of the deposit that nobody paid. */
  retirees: readonly EcheanceOuverte[];
  autres: readonly Ecriture[];
}

/** The statements that call sums, each with its entry, and withdraw those that are owed no more. */
function appelerEtRetirer(
  { db, today, user }: Contexte,
  { DossierId, mandat, cle, appels, appelees, retirees, autres }: AppelsEtRetraits,
): Statements {
  const commun = { date: today, DossierId };
  const entrees: EcritureAPoster[] = appels.map(({ nature, libelle, montant }, rang) => ({
    ...quittancement({ dossier: DossierId, mandat }, [{ nature, montant }]),
    ...commun,
    cle: `${cle} ${rang}`,
    libelle,
  }));
  const retrait: Ecriture[] = retirees.map(({ mandat: sien, nature, reste }) =>
    abandon({ dossier: DossierId, mandat: sien }, [{ nature, montant: reste }]),
  );
  if (retrait.length > 0) {
    const libelle = "Dépôt appelé, non versé : retiré au départ";
    entrees.push({ ...ensemble(retrait, "OD"), ...commun, cle: `${cle} retrait`, libelle });
  }
  const deplus = autres.map((autre, rang) => ({
    ...autre,
    ...commun,
    cle: `${cle} autre ${rang}`,
    libelle: "Dépôt de garantie au départ",
  }));
  const { lignesPostees, ecrituresPostees } = poster(db, [...deplus, ...entrees], { user });
  const json = JSON.stringify(
    // The deposit has settled them in memory: what is called is their whole sum.
    appelees.map((appelee, rang) => ({ ...appelee, ...appels[rang], rang })),
  );
  return {
    lignesAppelees: lignesPostees,
    ecrituresAppelees: ecrituresPostees,
    appelees: db.run(sql`
      INSERT INTO ${echeances} (id, "DossierId", mandat, mois, "exigibleLe", nature, libelle, montant, reste, "EcritureId")
      SELECT a.value ->> 'id', ${DossierId}, a.value ->> 'mandat', a.value ->> 'mois', a.value ->> 'exigibleLe',
        a.value ->> 'nature', a.value ->> 'libelle', a.value ->> 'montant', a.value ->> 'montant',
        (SELECT id FROM ${ecritures} WHERE cle = ${cle} || ' ' || (a.value ->> 'rang'))
      FROM json_each(${json}) a ORDER BY a.key`),
    retirees: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT NULL, r.value ->> 'id', r.value ->> 'reste', (SELECT id FROM ${ecritures} WHERE cle = ${cle} || ' retrait')
      FROM json_each(${JSON.stringify(retirees)}) r`),
  };
}

/** The condition that the departure, the dossier and what is held for it are those that were read. */
function commeLu({ dossier, depart, vue }: DepartLu) {
  const { depot, lieu, livres } = vue.compte;
  const tenu =
    lieu === "agence"
      ? sql`(SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '165' AND de = ${dossier.id}) = ${depot}`
      : sql`coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '165' AND de = ${dossier.id}), 0) <= 0`;
  return sql`EXISTS (SELECT 1 FROM ${dossiers} WHERE id = ${dossier.id} AND version = ${dossier.version})
    AND EXISTS (SELECT 1 FROM ${departs} WHERE id = ${depart?.id ?? 0} AND version = ${depart?.version ?? 0})
    AND (${debutComptes} IS NOT NULL) = ${livres ? 1 : 0} AND ${tenu}
    AND (SELECT json_group_array(id) FROM (SELECT id FROM ${soldesDepart} WHERE "DepartId" = ${depart?.id ?? 0} AND "annuleLe" IS NULL ORDER BY id DESC))
      = ${JSON.stringify(vue.soldes.filter(({ annuleLe }) => annuleLe === null).map(({ id }) => id))}`;
}

/** The statements that keep the account, and tell it. */
function conserver({ db, today, user }: Contexte, { dossier }: DepartLu, arret: Arret): Statements {
  const { depart, genre, contenu } = arret;
  const { restitution, resteDu } = contenu;
  return {
    solde: db
      .insert(soldesDepart)
      .values({ DepartId: depart.id, genre, date: today, contenu, restitution, user }),
    histoire: trace(db, {
      entite: "Dossier",
      entiteId: dossier.id,
      etat: genre === "sortie" ? "Compte de sortie arrêté" : "Charges de sortie soldées",
      user,
      details: { restitution: restitution / 100, resteDu: resteDu / 100 },
    }),
  };
}

/**
 * Cancels the last frozen account of a departure: what it called is withdrawn, the deposit is held whole again, its
 * entries are reversed. The account stays, told as cancelled.
 * @throws NotFound when none is frozen; Conflict when its sum has been given back, or is being transferred.
 */
export async function annulerArret(
  ctx: Contexte,
  { DossierId, motif }: { DossierId: number; motif: string },
): Promise<Fait> {
  const { db, today, user } = ctx;
  const suites = await onWhatIsRead(async () => {
    const lu = await lireDepart(ctx, DossierId);
    const [solde] = lu.vue.soldes.filter(({ annuleLe }) => annuleLe === null);
    if (!solde || !lu.depart) throw new NotFound("Aucun compte de sortie n’est arrêté.");
    if (solde.renduLe !== null)
      throw new Conflict("Ce qui restait dû a été rendu : ce compte ne s’annule plus.");
    const racine = sql`cle LIKE ${`solde ${lu.depart.id} %`}`;
    const { faits, appelees } = await db.read({
      faits: db.all<{ id: number }>(
        sql`SELECT id FROM ${reglements} WHERE mode = 'depot' AND etat = 'credite' AND ${racine} ORDER BY id DESC LIMIT 1`,
      ),
      appelees: db.all<{ id: number }>(sql`
        SELECT e.id FROM ${echeances} e JOIN ${ecritures} x ON x.id = e."EcritureId" WHERE x.${racine}
          AND e.nature <> 'depot' AND NOT EXISTS (SELECT 1 FROM ${ecritures} fin WHERE fin."annuleId" = x.id)`),
    });
    return annuler(ctx, lu, {
      solde,
      ids: faits.map(({ id }) => id),
      appelees,
      motif,
      today,
      user,
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

interface Annulation {
  solde: SoldeArrete;
  /** The payments that the deposit made. */
  ids: readonly number[];
  /** The sums that the account called. */
  appelees: readonly { id: number }[];
  motif: string;
  today: Jour;
  user: string | null;
}

async function annuler(
  ctx: Contexte,
  lu: DepartLu,
  { solde, ids, appelees, motif, today, user }: Annulation,
): Promise<Suites> {
  const { db } = ctx;
  const DossierId = lu.dossier.id;
  const parts = await lireParts(
    db,
    sql`r.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
  const { rendues } = renduesDe(parts);
  rendre(comptes, { ids, rendues });
  const retirees = new Set(appelees.map(({ id }) => id));
  for (const compte of comptes.values()) retirer(compte, retirees);
  const { avant, inchange, ecrites } = await regler(ctx, {
    comptes,
    rendues: rendues.filter(({ id }) => !retirees.has(id)),
  });
  const siennes = JSON.stringify([...retirees]);
  const { lignesExtournees, ecrituresExtournees } = extourner(
    db,
    sql`origine.id IN (SELECT e."EcritureId" FROM ${echeances} e WHERE e.id IN (SELECT value FROM json_each(${siennes})))`,
    { date: today, user },
  );
  const { attente } = await db.write({
    garde: provided(db, sql`${inchange} AND ${commeLuSansDepot(lu)}`),
    annule: db
      .update(soldesDepart)
      .set({ annuleLe: today, annulePar: user, motif })
      .where(eq(soldesDepart.id, solde.id)),
    ...(ids.length > 0
      ? finirReglements(db, ids, { etat: "annule", motif, date: today, user })
      : {}),
    lignesRetirees: lignesExtournees,
    ecrituresRetirees: ecrituresExtournees,
    retirees: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT NULL, e.id, e.reste, (SELECT x.id FROM ${ecritures} x WHERE x."annuleId" = e."EcritureId")
      FROM ${echeances} e WHERE e.id IN (SELECT value FROM json_each(${siennes})) AND e.reste > 0`),
    annulation: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: solde.genre === "sortie" ? "Compte de sortie annulé" : "Solde des charges annulé",
      user,
      details: { motif },
    }),
    ...ecrites,
  });
  return suitesDe(avant, attente);
}

function retirer(compte: CompteLu, ids: ReadonlySet<number>): void {
  compte.ouvertes = compte.ouvertes.filter(({ id }) => !ids.has(id));
}

/** As {@link commeLu}, but for what is held: cancelling gives it back. */
const commeLuSansDepot = ({ depart, vue }: DepartLu) => sql`
  (SELECT json_group_array(id) FROM (SELECT id FROM ${soldesDepart} WHERE "DepartId" = ${depart?.id ?? 0} AND "annuleLe" IS NULL ORDER BY id DESC))
    = ${JSON.stringify(vue.soldes.filter(({ annuleLe }) => annuleLe === null).map(({ id }) => id))}`;

/**
 * Settles what waited for the charges of the building (domain/README §14.3), once its accounts are approved: the
 * provisions called above their cost go back to the tenant with it; a cost above them is taken from it.
 * @param demande `appele`, `reel`: euros, of the period that waited
 * @throws NotFound when nothing waits; Conflict when it is settled; Invalid for a day to come, or when the owner's account
 *   does not hold what goes back.
 */
export async function solderCharges(
  ctx: Contexte,
  demande: { DossierId: number; approuveesLe: Jour; appele: number; reel: number },
): Promise<Fait> {
  const { DossierId, approuveesLe, appele, reel } = demande;
  if (approuveesLe > ctx.today) throw new Invalid({ approuveesLe: "Ce jour est à venir." });
  const suites = await onWhatIsRead(async () => {
    const lu = await lireDepart(ctx, DossierId);
    const vivants = lu.vue.soldes.filter(({ annuleLe }) => annuleLe === null);
    const sortie = vivants.find(({ genre }) => genre === "sortie");
    if (!lu.depart || !sortie || sortie.contenu.provision === 0)
      throw new NotFound("Rien n’attend les charges.");
    if (vivants.some(({ genre }) => genre === "charges"))
      throw new Conflict("Ces charges sont déjà soldées.");
    const { provision } = sortie.contenu;
    const cents = { appele: enCentimes(appele), reel: enCentimes(reel) };
    const solde = soldeDesCharges(provision, cents);
    const contenu: ContenuSolde = {
      ...sortie.contenu,
      lignes: [
        { libelle: "Provision gardée à la sortie", montant: provision },
        { libelle: "Provisions de charges appelées", montant: cents.appele },
        { libelle: "Charges de l’immeuble, votre part", montant: -cents.reel },
      ],
      depot: provision,
      impute: Math.min(provision, Math.max(0, cents.reel - cents.appele)),
      provision: 0,
      motifProvision: null,
      restitution: Math.max(0, solde),
      resteDu: Math.max(0, -solde),
      echeance: echeanceDesCharges(approuveesLe),
    };
    const arret = { depart: lu.depart, contenu, genre: "charges" } as const;
    if (!lu.vue.compte.livres) return arreterSeul(ctx, lu, arret);
    return arreterAuxLivres(ctx, lu, {
      ...arret,
      ...(await ecartAuxLivres(ctx, lu, { lieu: contenu.lieu, ecart: cents.appele - cents.reel })),
    });
  });
  return { ...suites, vue: (await lireDepart(ctx, DossierId)).vue };
}

/**
 * What the difference between the provisions and the charges writes in the books: above zero it leaves the owner's
 * account, or adds to what he holds; below, it is called from the tenant.
 * @throws Invalid when the owner's account does not hold it.
 */
async function ecartAuxLivres(
  ctx: Contexte,
  { dossier }: DepartLu,
  { lieu, ecart }: { lieu: ContenuSolde["lieu"]; ecart: Centimes },
): Promise<AuxLivres> {
  if (ecart === 0) return { appels: [], autres: [] };
  if (ecart < 0) {
    const libelle = "Régularisation des charges au départ";
    return { appels: [{ nature: "regularisation", libelle, montant: -ecart }], autres: [] };
  }
  if (lieu === "bailleur")
    return { appels: [], autres: [depotDitParLeBailleur({ dossier: dossier.id }, ecart)] };
  const { mandat } = await lireCompte(ctx, dossier.id);
  const quand = sql`(SELECT coalesce(sum(credit - debit), 0) FROM ${lignes} WHERE genre = '4670' AND mandat = ${mandat}) >= ${ecart}`;
  const [{ tient } = { tient: 0 }] = await ctx.db.all<{ tient: number }>(
    sql`SELECT ${quand} AS tient`,
  );
  if (!tient) {
    throw new Invalid({
      appele: `Le compte du bailleur ne tient pas les ${formatEuros(enEuros(ecart))} à rendre : demandez-lui une provision.`,
    });
  }
  return { appels: [], autres: [provisionsRendues({ dossier: dossier.id, mandat }, ecart)], quand };
}

/**
 * Notes that the owner gave back what he held of a frozen account; no bank of ours moves (domain/README §14.3).
 * @throws NotFound when nothing is to be given back; Conflict where the agency holds the deposit, or it is given back
 *   already; Invalid for a day to come, or before the account.
 */
export async function noterRendu(
  ctx: Contexte,
  { DossierId, date }: { DossierId: number; date: Jour },
): Promise<DepartDetail> {
  const { db, today, user, now } = ctx;
  await onWhatIsRead(async () => {
    const lu = await lireDepart(ctx, DossierId);
    const solde = lu.vue.soldes.findLast(
      ({ annuleLe, restitution, renduLe }) =>
        annuleLe === null && restitution > 0 && renduLe === null,
    );
    if (!solde) throw new NotFound("Rien n’est à rendre.");
    if (solde.contenu.lieu === "agence") {
      throw new Conflict(
        "L’agence détient ce dépôt : il se rend par un virement, dans les reversements.",
      );
    }
    if (date > today) throw new Invalid({ date: "Ce jour est à venir." });
    const entree = {
      ...depotRenduParLeBailleur({ dossier: DossierId }, solde.restitution),
      cle: `rendu ${solde.id}`,
      date: today,
      libelle: "Dépôt de garantie rendu par le bailleur",
      DossierId,
    };
    const { lignesPostees, ecrituresPostees } = poster(db, lu.vue.compte.livres ? [entree] : [], {
      user,
    });
    await db.write({
      garde: provided(
        db,
        sql`EXISTS (SELECT 1 FROM ${soldesDepart} WHERE id = ${solde.id} AND "annuleLe" IS NULL AND "renduLe" IS NULL)`,
      ),
      rendu: db.update(soldesDepart).set({ renduLe: date }).where(eq(soldesDepart.id, solde.id)),
      dossier: db
        .update(dossiers)
        .set({ dateRetourCaution: date, updatedAt: now.toISOString() })
        .where(eq(dossiers.id, DossierId)),
      lignesPostees,
      ecrituresPostees,
      histoire: trace(db, {
        entite: "Dossier",
        entiteId: DossierId,
        etat: "Dépôt de garantie rendu",
        user,
        details: { date, montant: solde.restitution / 100 },
      }),
    });
  });
  return (await lireDepart(ctx, DossierId)).vue;
}
