import type { UseQueryOptions } from "@tanstack/react-query";
import { ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import { type ListFilter, readParameters } from "./components/list/list-parameters.ts";
import { changements } from "./entities/agence/changements.ts";
import { keptTooLongQuery } from "./entities/agence/conservation-summary.ts";
import { controles } from "./entities/agence/controles.ts";
import { dashboardQuery } from "./entities/agence/dashboard.ts";
import { rebuts } from "./entities/agence/rebuts.ts";
import { variables } from "./entities/agence/variables.ts";
import { noticeQuery, visuelsQuery } from "./entities/agence/visuels.ts";
import { comptesBancaires } from "./entities/banque/banque.ts";
import { linesOfView } from "./entities/banque/rapprochement.ts";
import { appartements } from "./entities/biens/appartements.ts";
import { dossiers, proposed } from "./entities/biens/dossiers.ts";
import { equipements } from "./entities/biens/equipements.ts";
import {
  accountsOfMonth,
  comptesRendus,
  firstAccountsOfMonth,
} from "./entities/cloture/comptes-rendus.ts";
import { payoutPreview, reversements } from "./entities/cloture/reversements.ts";
import { draftsToRead, sumsOf } from "./entities/comptes/impayes.ts";
import { reglements } from "./entities/comptes/reglements.ts";
import { importsQuery } from "./entities/fichiers/imports.ts";
import { conditionsQuery, missions } from "./entities/mandats/missions.ts";
import { clients } from "./entities/personnes/clients.ts";
import { locataires } from "./entities/personnes/locataires.ts";
import { courriels } from "./entities/quittances/courriels.ts";
import {
  declaredReceipts,
  monthSummary,
  pageOfReceipts,
  pageOfYear,
  waitsOfMonth,
} from "./entities/quittances/quittances.ts";
import { appartementList } from "./features/appartements/reads.ts";
import { clientList } from "./features/clients/reads.ts";
import { paymentList } from "./features/comptes/reads.ts";
import { dossierList } from "./features/dossiers/reads.ts";
import { lateList } from "./features/impayes/reads.ts";
import { intendanceList } from "./features/intendances/reads.ts";
import { locataireList } from "./features/locataires/reads.ts";
import { missionList } from "./features/missions/reads.ts";
import { failedMailList, monthShown, yearShown } from "./features/quittances/reads.ts";
import { HOMES } from "./lib/home.ts";
import type { List, Query } from "./lib/server/api.ts";
import { type Ahead, readAhead } from "./lib/server/query-client.ts";
import { passwordRulesQuery } from "./lib/server/session.ts";

interface Visit {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
}

type Read = typeof readAhead;

interface ListReads<Row> {
  resource: {
    list(
      parameters: Query,
    ): UseQueryOptions<List<Row>, Error, List<Row>, readonly [string, "list", Query]>;
  };
  filters?: readonly ListFilter[];
  sort?: string | undefined;
}

/** Reads the page of the list that the address asks for, with its filters and its order. */
const list =
  <Row>(listOf: ListReads<Row> | ((search: URLSearchParams) => ListReads<Row>)) =>
  (read: Read, { search }: Visit) => {
    const { resource, filters, sort } = typeof listOf === "function" ? listOf(search) : listOf;
    const { page: _, limit: __, sort: asked, tab: ___, ...others } = Object.fromEntries(search);
    const { page, limit, wanted } = readParameters(Object.fromEntries(search), filters);
    read(resource.list({ page, limit, sort: asked ?? sort, ...others, ...wanted }));
  };

const idOf = ({ params: { id = "" } }: Visit) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : null);

interface Found<Detail> {
  find(id: number): UseQueryOptions<Detail, Error, Detail, readonly [string, "find", number]>;
}

const record =
  <Detail>(resource: Found<Detail>) =>
  (read: Read, visit: Visit) => {
    const id = idOf(visit);
    if (id !== null) read(resource.find(id));
  };

type Reads = Readonly<Record<string, (read: Read, visit: Visit) => void>>;

/** The queries that a record reads, for its page and for its form. */
const recordReads = (base: string, reads: Reads[string]): Reads => ({
  [`${base}/:id`]: reads,
  [`${base}/:id/edit`]: reads,
});

/** The queries that each screen reads, by the path of its route. */
const READS: Reads = {
  [HOMES.dashboard]: (read) => {
    read(dashboardQuery);
    read(changements.list());
    read(keptTooLongQuery);
    read(declaredReceipts());
    read(sumsOf({}));
    read(draftsToRead);
    read(comptesBancaires.list());
  },
  [HOMES.month]: (read, { search }) => {
    const { mois, mode, etat, q, sort, page, limit } = monthShown(Object.fromEntries(search));
    read(monthSummary(mois));
    if (mode === "lecture") {
      const criteria = { mois, etat: etat || undefined, q: q || undefined };
      read(pageOfReceipts({ ...criteria, sort: sort || "locataire", page, limit }));
    }
    read(waitsOfMonth(mois));
  },
  "/setPassword": (read) => read(passwordRulesQuery),
  "/compte": (read, { search }) => {
    if (!search.has("tab")) read(passwordRulesQuery);
  },
  "/quitances/envois": (read, visit) => {
    read(rebuts.list());
    read(courriels.list({ etat: "a_verifier", limit: 1 }));
    list(failedMailList)(read, visit);
  },
  "/import": (read) => read(importsQuery),
  "/quitances/year": (read, { search }) => {
    const { year, q, page, limit } = yearShown(Object.fromEntries(search));
    read(pageOfYear(year, { q: q || undefined, page, limit }));
  },
  "/client/": list(clientList),
  ...recordReads("/client", record(clients)),
  "/missions/": list(missionList),
  ...recordReads("/missions", (read, visit) => {
    const id = idOf(visit);
    if (id === null) return;
    read(missions.find(id));
    read(conditionsQuery(id));
  }),
  "/appartements/": list(appartementList),
  "/appartements/:id": record(appartements),
  "/appartements/:id/edit": (read, visit) => {
    record(appartements)(read, visit);
    read(equipements.list({ sort: "nom" }));
  },
  "/locataires/": list(locataireList),
  ...recordReads("/locataires", record(locataires)),
  "/dossiers/": list(dossierList),
  ...recordReads("/dossiers", record(dossiers)),
  "/dossiers/new": (read) => read(proposed),
  "/intendance/": list(intendanceList),
  "/encaissements": (read, visit) => {
    list(paymentList)(read, visit);
    read(reglements.list({ page: 1, limit: 1 }));
  },
  "/banque": (read, { search }) => {
    if (search.has("tab")) return;
    read(linesOfView("a_rapprocher"));
    read(comptesBancaires.list());
  },
  "/impayes": (read, visit) => {
    const { q, etape, pause, aConfirmer } = Object.fromEntries(visit.search);
    read(draftsToRead);
    if (visit.search.has("tab")) return;
    read(sumsOf({ q, etape, pause, aConfirmer }));
    list(lateList)(read, visit);
  },
  "/cloture": (read, { search }) => {
    const mois = search.get("mois") ?? ajouterMois(moisDe(aujourdhui(new Date())), -1);
    read(firstAccountsOfMonth(mois, readParameters(Object.fromEntries(search)).limit));
    read(accountsOfMonth(mois));
  },
  "/cloture/:id": record(comptesRendus),
  "/reversements": (read, { search }) => {
    if (!search.has("tab")) read(payoutPreview());
  },
  "/reversements/:id": record(reversements),
  "/controles": (read) => read(controles.list()),
  "/parametres/": (read, { search }) => {
    read(changements.list());
    read(variables.list());
    if (search.has("tab")) return;
    read(visuelsQuery);
    read(noticeQuery);
  },
};

/** Reads the data of the screen at an address before the screen shows. */
export function readFirst(path: string, visit: Visit): Ahead {
  const reads: Ahead[] = [];
  READS[path]?.((query) => {
    const read = readAhead(query);
    reads.push(read);
    return read;
  }, visit);
  return {
    done: Promise.all(reads.map(({ done }) => done)),
    giveUp: () => {
      for (const { giveUp } of reads) giveUp();
    },
  };
}
