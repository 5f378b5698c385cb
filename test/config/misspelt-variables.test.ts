/** Misspelt variables are found, with the right name; other programs' variables are left alone. */
import { expect, test } from "vitest";
import { environment } from "../../src/config/environment-schema.ts";
import { misspeltVariables } from "../../src/config/misspelt.ts";

test.each([
  ["LINE_CHANEL_SECRET", "LINE_CHANNEL_SECRET"],
  ["line_channel_secret", "LINE_CHANNEL_SECRET"],
  ["LINE_DEV_CHANNEL_SECRETS", "LINE_DEV_CHANNEL_SECRET"],
  ["CONNECT_TIMEOUT", "CONNECT_TIMEOUT_MS"],
  ["DATADIR", "DATA_DIR"],
  ["DATABASE_ULR", "DATABASE_URL"],
  ["database_url", "DATABASE_URL"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["STUIDO", "STUDIO"],
])("%s is named with %s, without its value", (name, right) => {
  expect(misspeltVariables({ [name]: "hush" })).toEqual([
    `${name} is no variable of the bot: did you mean ${right}?`,
  ]);
});

test("one that is empty is none", () => {
  expect(misspeltVariables({ LINE_CHANEL_SECRET: " ", DATADIR: undefined })).toEqual([]);
});

test("right names and those of shells, npm, systemd, containers and CI are left alone", () => {
  const others =
    "HOME HOSTNAME HOSTTYPE SHELL SHLVL EDITOR VISUAL LOGNAME DISPLAY LANG LANGUAGE LC_ALL LINES COLUMNS TERM " +
    "COLORTERM PATH PWD OLDPWD TMPDIR TZ USER MAIL LS_COLORS LESSOPEN SSH_AUTH_SOCK SSH_CONNECTION GPG_TTY " +
    "NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE INIT_CWD npm_config_loglevel " +
    "npm_package_name npm_lifecycle_event STATE_DIRECTORY RUNTIME_DIRECTORY LOGS_DIRECTORY JOURNAL_STREAM " +
    "INVOCATION_ID SYSTEMD_EXEC_PID XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR MALLOC_ARENA_MAX DEBIAN_FRONTEND " +
    "KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT CI GITHUB_TOKEN HTTP_PROXY HTTPS_PROXY " +
    "NO_PROXY FORCE_COLOR NO_COLOR PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE WSL_DISTRO_NAME DBUS_SESSION_BUS_ADDRESS SUDO_USER SUDO_COMMAND";
  const names = [...others.split(" "), ...Object.keys(environment.shape)];
  expect(misspeltVariables(Object.fromEntries(names.map((name) => [name, "1"])))).toEqual([]);
});
