import { queryOptions, useQuery } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { type Action, peut, type Role } from "#domain/profils/droits.ts";
import type { DemandeDeFacteur } from "#domain/profils/facteur.ts";
import type { ReglesMotDePasse, User } from "#domain/profils/user.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import { forgetDrafts, ownDrafts } from "#web/lib/rules/draft.ts";
import { type ApiError, api, onApiFailure } from "./api.ts";
import { answers } from "./connection.ts";
import { queryClient } from "./query-client.ts";
import {
  forgetToken,
  readDevice,
  readSession,
  readToken,
  renewToken,
  storeDevice,
  storeToken,
} from "./token.ts";

const FORBIDDEN = "Vous n'avez pas les droits suffisants pour effectuer cette action.";

/** How long this tab waits before it answers other tabs, so that the screen's code and data load first. */
const AFTER_SCREEN_MS = 1000;

/** The code that exchanges the session between tabs. It loads late, so that the screen never waits for it. */
const otherTab = () => import("./handover.ts").catch(() => null);

/** Ties the drafts to this person, and lets the other tabs ask this tab for its session. */
function settle({ id }: Pick<User, "id">): void {
  ownDrafts(id);
  setTimeout(() => otherTab().then((tab) => tab?.give()), AFTER_SCREEN_MS);
}

/** The signed-in person, or null. Reading this query restores the session of the stored token, or of another tab. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => {
    if (!readToken() && !(await (await otherTab())?.ask())) return null;
    const user = await api.get<User>("/user/me", { signal });
    settle(user);
    return user;
  },
  // An agency without a dossier may get its first one at any moment, which changes the menu.
  staleTime: ({ state }) => (state.data?.sansDossier ? 0 : 60_000),
  // The page shown while the server is away reads this query; a retry at each mount would call the server for ever.
  retryOnMount: false,
});

export interface Session {
  user: User | null;
  role: Role | null;
  /** The session is still being restored. */
  pending: boolean;
  /** Nobody knows who is signed in, because the server does not answer. */
  unknown: boolean;
}

export function useSession(): Session {
  const { data, isPending, isLoadingError } = useQuery(sessionQuery);
  return {
    user: data ?? null,
    role: data?.role ?? null,
    pending: isPending,
    unknown: isLoadingError,
  };
}

/**
 * Whether the signed-in person may do this. The worker decides; this hook only hides the acts that the worker would
 * refuse.
 */
export function usePeut(action: Action): boolean {
  return peut(useSession().role, action);
}

export interface Credentials {
  email: string;
  password: string;
}

interface SignedIn {
  user: User & { token: string };
  /** The key that identifies this browser at the next sign-in. */
  appareil: string;
}

/** Signs in with a password; gives the request for a second factor when one is needed. */
export async function login(
  credentials: Credentials,
  remember: boolean,
): Promise<User | DemandeDeFacteur> {
  const answer = await signIn<SignedIn | { secondFacteur: DemandeDeFacteur }>("/user/login", {
    credentials,
    remember,
  });
  return "user" in answer ? enter(answer, remember) : answer.secondFacteur;
}

export type Proof = { code: string } | { secours: string } | { assertion: object };

export async function proveFactor(jeton: string, proof: Proof, remember: boolean): Promise<User> {
  return enter(await signIn<SignedIn>("/user/login/facteur", { jeton, ...proof }), remember);
}

export async function loginWithPasskey(assertion: object, remember: boolean): Promise<User> {
  return enter(await signIn<SignedIn>("/user/login/passkey", { assertion, remember }), remember);
}

function signIn<Answer>(path: string, body: object): Promise<Answer> {
  forgetToken();
  return api.post<Answer>(path, { ...body, appareil: readDevice() });
}

function enter({ user, appareil }: SignedIn, remember: boolean): User {
  const { token, ...person } = user;
  storeDevice(appareil);
  storeToken(token, remember);
  settle(person);
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, person);
  return person;
}

/** Signs out: the server then refuses every copy of the token. */
export function closeSession(): void {
  const session = readSession();
  if (readToken()) api.post("/user/logout", undefined, { quiet: true }).catch(() => {});
  logout();
  forgetDrafts();
  otherTabs.postMessage(session);
}

/**
 * A sign-out in one tab ends the session in all its tabs, and their drafts are deleted. A tab opened from another tab
 * has its own copy of the token, and recognizes the session by its identifier.
 */
const otherTabs = new BroadcastChannel("session");
otherTabs.onmessage = ({ data: ended }) => {
  if (readToken() ? readSession() !== ended : !queryClient.getQueryData(sessionQuery.queryKey))
    return;
  navigate("/login", { replace: true });
  logout();
  forgetDrafts();
};

/** Forgets the signed-in person and all the data read in that person's name. */
function logout(): void {
  forgetToken();
  queryClient.clear();
  queryClient.setQueryData(sessionQuery.queryKey, null);
}

export const passwordRulesQuery = queryOptions({
  queryKey: ["password-rules"],
  queryFn: ({ signal }) => api.get<ReglesMotDePasse>("/user/regles", { signal, quiet: true }),
});

/** A new password revokes the older tokens; the answer gives a new one. */
export async function setPassword(password: string): Promise<void> {
  const { user } = await api.post<{ user: User & { token: string } }>("/user/setPassword", {
    password,
    appareil: readDevice(),
  });
  const { token, ...person } = user;
  renewToken(token);
  queryClient.setQueryData(sessionQuery.queryKey, person);
}

export async function renameMyself(nom: string): Promise<void> {
  queryClient.setQueryData(sessionQuery.queryKey, await api.put<User>("/user/me", { nom }));
}

/** Confirms the password, for a call that requires it. */
export async function confirmPassword(password: string): Promise<void> {
  await api.post("/user/confirmer", { password });
}

/** Whether the server answers and the session could be read again. */
export async function isReachable(): Promise<boolean> {
  if (!(await answers())) return false;
  await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
  return queryClient.getQueryState(sessionQuery.queryKey)?.status === "success";
}

/** Handles the failures that concern every screen (web/README §10.1). */
export function watchFailures(): void {
  onApiFailure((error: ApiError) => {
    const from = window.location.pathname + window.location.search;
    // On site, neither an ended session nor a lost network stops the user (web/README §10.6).
    if (from.startsWith("/terrain")) return;
    if (error.status === 401) {
      navigate("/login", { replace: true, state: { from } });
      logout();
    } else if (error.status === 403) {
      notifyDanger(FORBIDDEN);
      queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    } else if (window.location.pathname !== "/404") {
      navigate("/404", {
        replace: true,
        state: { unreachable: true, from, told: window.history.state },
      });
    }
  });
}
