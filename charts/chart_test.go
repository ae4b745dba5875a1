package charts_test

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestEvaluation checks that the release includes a database, that the API gets its password, and
// that both are kept.
func TestEvaluation(t *testing.T) {
	t.Parallel()
	all := render(t, "evaluation")
	database := all.statefulSets["news-newssources-postgresql"].Spec.Template.Spec.Containers[0]
	if env(database, "PGDATA").Value != "/var/lib/postgresql/data/pgdata" {
		t.Errorf("PGDATA is %+v", env(database, "PGDATA"))
	}
	api := all.deployments["news-newssources-api"].Spec.Template.Spec
	for _, container := range []corev1.Container{api.InitContainers[1], api.Containers[0]} {
		want := "postgres://newssources:$(POSTGRES_PASSWORD)@news-newssources-postgresql:5432/newssources?sslmode=disable"
		if got := env(container, "DATABASE_URL").Value; got != want {
			t.Errorf("%s: DATABASE_URL is %q", container.Name, got)
		}
		// Kubernetes expands only variables that are defined earlier in the list.
		if slices.IndexFunc(container.Env, named("POSTGRES_PASSWORD")) > slices.IndexFunc(container.Env,
			named("DATABASE_URL")) {
			t.Errorf("%s: POSTGRES_PASSWORD is defined after DATABASE_URL", container.Name)
		}
	}
	secret := all.secrets["news-newssources-postgresql"]
	if secret.Annotations["helm.sh/resource-policy"] != "keep" || len(secret.Data["POSTGRES_PASSWORD"]) != 32 {
		t.Errorf("the database's Secret is %+v", secret)
	}
	keys := env(api.Containers[0], "CREDENTIALS_KEYS").ValueFrom.SecretKeyRef
	keysSecret := all.secrets[keys.Name]
	if keysSecret.Annotations["helm.sh/resource-policy"] != "keep" || len(keysSecret.Data["CREDENTIALS_KEYS"]) < 32 ||
		keys.Name == secret.Name {
		t.Errorf("CREDENTIALS_KEYS has %d characters and is in the Secret %s", len(keysSecret.Data["CREDENTIALS_KEYS"]),
			keys.Name)
	}
	if length := len(all.secrets["news-newssources-api"].Data["XSRF_SECRET"]); length < 32 {
		t.Errorf("the anti-forgery secret has %d characters", length)
	}
}

// TestProduction checks that the release has no database and generates no secrets.
func TestProduction(t *testing.T) {
	t.Parallel()
	all := render(t, "production")
	if len(all.statefulSets)+len(all.secrets) != 0 {
		t.Errorf("there are %d StatefulSets and %d Secrets", len(all.statefulSets), len(all.secrets))
	}
	api := all.deployments["news-newssources-api"].Spec.Template.Spec
	for _, name := range []string{"DATABASE_URL", "XSRF_SECRET"} {
		if ref := env(api.Containers[0], name).ValueFrom.SecretKeyRef; ref.Name != "news-secrets" || ref.Key != name {
			t.Errorf("%s comes from %+v", name, ref)
		}
	}
	if ref := env(api.Containers[0], "CREDENTIALS_KEYS").ValueFrom.SecretKeyRef; ref.Name != "news-secrets" ||
		!*ref.Optional {
		t.Errorf("CREDENTIALS_KEYS must be optional, as older Secrets lack it: %+v", ref)
	}
	if migrate := api.InitContainers[0]; !slices.Equal(migrate.Args, []string{"migrate", "up"}) ||
		slices.ContainsFunc(migrate.Env, named("XSRF_SECRET")) {
		t.Errorf("the migration runs %v with %+v", migrate.Args, migrate.Env)
	}
	if ref := env(api.InitContainers[0], "MIGRATE_DATABASE_URL").ValueFrom.SecretKeyRef; ref.Name != "news-secrets" ||
		!*ref.Optional {
		t.Errorf("MIGRATE_DATABASE_URL comes from %+v", ref)
	}
	if slices.ContainsFunc(api.Containers[0].Env, named("MIGRATE_DATABASE_URL")) {
		t.Error("the service has the address with the rights to change the schema")
	}
	settings := all.configMaps["news-newssources-api"].Data
	if settings["PRODUCTION"] != "true" || settings["FIREBASE_AUTH_EMULATOR_HOST"] != "" ||
		settings["ALLOWED_EMAILS"] != "a@example.org,b@example.org" {
		t.Errorf("the API's settings are %v", settings)
	}
	web := all.configMaps["news-newssources-web"].Data
	if web["WEB_PRODUCTION"] != "true" || web["WEB_AUTH_EMULATOR"] != "" ||
		web["FIREBASE_AUTH_DOMAIN"] != "sign-in.example.org" {
		t.Errorf("the app's settings are %v", web)
	}
	ingress := all.ingresses["news-newssources-web"].Spec
	if *ingress.IngressClassName != "nginx" || ingress.Rules[0].Host != "news.example.org" ||
		!slices.Equal(ingress.TLS[0].Hosts, []string{"news.example.org"}) {
		t.Errorf("the Ingress is %+v", ingress)
	}
}

// TestAbsoluteHost checks a separate API host: its ingress rule, the app's WEB_HOST, and the
// allowed CORS origin.
func TestAbsoluteHost(t *testing.T) {
	t.Parallel()
	all := render(t, "absolute-host")
	ingress := all.ingresses["news-newssources-web"].Spec
	if len(ingress.Rules) != 2 || ingress.Rules[0].Host != "news.example.org" ||
		ingress.Rules[1].Host != "api.example.org" || len(ingress.TLS[0].Hosts) != 2 {
		t.Errorf("the Ingress is %+v", ingress)
	}
	if got := all.configMaps["news-newssources-web"].Data["WEB_HOST"]; got != "https://api.example.org" {
		t.Errorf("WEB_HOST is %q", got)
	}
	if got := all.configMaps["news-newssources-api"].Data["CORS_ALLOWED_ORIGINS"]; got != "https://news.example.org" {
		t.Errorf("CORS_ALLOWED_ORIGINS is %q", got)
	}
}

// everythingImage is the image of the API in the values file everything.
const everythingImage = "mirror.example.org/news/api:1.2.3@sha256:fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"

// TestEverything checks options that only this value set uses.
func TestEverything(t *testing.T) {
	t.Parallel()
	all := render(t, "everything")
	api := all.deployments["news-register-api"].Spec.Template
	if *api.Spec.TerminationGracePeriodSeconds < 10+40 {
		t.Errorf("the grace period is %d s, but shutdown may take 50 s", *api.Spec.TerminationGracePeriodSeconds)
	}
	container := api.Spec.Containers[0]
	if container.Image != everythingImage || api.Spec.InitContainers[0].Image != container.Image {
		t.Errorf("the images are %s and %s", api.Spec.InitContainers[0].Image, container.Image)
	}
	settings := all.configMaps["news-register-api"].Data
	for name, want := range map[string]string{
		"SHUTDOWN_DELAY": "10s", "SHUTDOWN_TIMEOUT": "40s", "DB_MAX_CONNS": "20", "TRUSTED_PROXIES": "10.0.0.0/8,fd00::/8",
		"FIREBASE_CHECK_REVOKED": "true", "GOOGLE_APPLICATION_CREDENTIALS": "/var/run/google/credentials.json",
		"DEFAULT_ROLE":       "editor",
		"CHECK_MIN_INTERVAL": "10m", "CHECK_MAX_INTERVAL": "12h",
	} {
		if settings[name] != want {
			t.Errorf("%s is %q, want %q", name, settings[name], want)
		}
	}
	if !slices.ContainsFunc(container.VolumeMounts,
		func(m corev1.VolumeMount) bool { return m.MountPath == "/var/run/google" && m.ReadOnly }) {
		t.Errorf("the Google credentials are not mounted: %+v", container.VolumeMounts)
	}
	web := all.deployments["news-register-web"].Spec.Template.Spec
	if stop := web.Containers[0].Lifecycle.PreStop.Sleep; stop == nil || stop.Seconds != 3 ||
		*web.TerminationGracePeriodSeconds <= 3 {
		t.Errorf("the preStop sleep of the app is %+v with a grace period of %d s", stop, *web.TerminationGracePeriodSeconds)
	}
	if len(all.serviceMonitors) != 2 {
		t.Errorf("there are %d ServiceMonitors", len(all.serviceMonitors))
	}
	policy := all.networkPolicies["news-register-api"].Spec
	if len(policy.Ingress) != 2 || len(policy.Ingress[0].From) != 2 ||
		policy.Ingress[0].From[0].NamespaceSelector.MatchLabels["kubernetes.io/metadata.name"] != "ingress" {
		t.Errorf("the API's NetworkPolicy is %+v", policy)
	}
}

// TestWorker checks the worker: it runs the API's image without the API's secrets, has time to
// finish its checks, may use the database and is reached only for metrics.
func TestWorker(t *testing.T) {
	t.Parallel()
	all := render(t, "everything")
	worker := all.deployments["news-register-worker"].Spec.Template.Spec
	container := worker.Containers[0]
	if container.Image != everythingImage || !slices.Equal(container.Args, []string{"work"}) ||
		len(worker.InitContainers) != 1 {
		t.Errorf("the worker runs %s %v after %d init containers", container.Image, container.Args,
			len(worker.InitContainers))
	}
	if *worker.TerminationGracePeriodSeconds < 45+10 {
		t.Errorf("the grace period is %d s, but shutdown may take 45 s and recording 7 s",
			*worker.TerminationGracePeriodSeconds)
	}
	if slices.ContainsFunc(container.Env, named("XSRF_SECRET")) ||
		slices.ContainsFunc(container.Env, named("MIGRATE_DATABASE_URL")) {
		t.Errorf("the worker has secrets that it does not use: %+v", container.Env)
	}
	for _, name := range []string{"DATABASE_URL", "CREDENTIALS_KEYS", "FETCH_PROXY"} {
		if variable := env(container, name); variable.ValueFrom == nil ||
			variable.ValueFrom.SecretKeyRef.Name != "news-secrets" {
			t.Errorf("%s is %+v", name, variable)
		}
	}
	settings := all.configMaps["news-register-worker"].Data
	for name, want := range map[string]string{
		"CHECK_CONCURRENCY": "100", "CHECK_HOST_INTERVAL": "2s", "CHECK_MIN_INTERVAL": "10m", "CHECK_MAX_INTERVAL": "12h",
		"CHECK_CANARIES": "https://a.example/,https://b.example/ok", "SHUTDOWN_TIMEOUT": "45s",
		"LOG_LEVEL": "warn", "DB_MAX_CONNS": "8", "FETCH_EXTRA_PORTS": "8080,8443",
		"FETCH_USER_AGENT": "news/1.0 (+https://news.example.org/bot)",
	} {
		if settings[name] != want {
			t.Errorf("%s is %q, want %q", name, settings[name], want)
		}
	}
	if policy := all.networkPolicies["news-register-worker"].Spec; len(policy.Ingress) != 1 ||
		len(policy.Ingress[0].From) != 2 || policy.Ingress[0].Ports[0].Port.StrVal != "metrics" {
		t.Errorf("the worker's NetworkPolicy is %+v", policy)
	}
	database := render(t, "tests").networkPolicies["news-newssources-postgresql"].Spec.Ingress[0].From
	if len(database) != 2 || database[1].PodSelector.MatchLabels["app.kubernetes.io/component"] != "worker" {
		t.Errorf("the database accepts connections of %+v", database)
	}
	if replicas := *render(t, "evaluation").deployments["news-newssources-worker"].Spec.Replicas; replicas != 2 {
		t.Errorf("%d replicas by default", replicas)
	}
}

// TestCredentialsKeys checks that the API gets the configured keys, and that none are generated
// without a database.
func TestCredentialsKeys(t *testing.T) {
	t.Parallel()
	first, second := strings.Repeat("a", 40)+"+/=", strings.Repeat("b", 32)
	all := render(t, "database-url", "--set", "secrets.credentialsKeys="+first+`\,`+second)
	if got := string(all.secrets["news-newssources-api"].Data["CREDENTIALS_KEYS"]); got != first+","+second {
		t.Errorf("the keys are %q", got)
	}
	migrate := "postgres://owner:pa55word@db.example.org:5432/news"
	all = render(t, "database-url", "--set", "secrets.migrateDatabaseUrl="+migrate)
	if got := string(all.secrets["news-newssources-api"].Data["MIGRATE_DATABASE_URL"]); got != migrate {
		t.Errorf("MIGRATE_DATABASE_URL is %q", got)
	}
	all = render(t, "database-url")
	if keys, given := all.secrets["news-newssources-api"].Data["CREDENTIALS_KEYS"]; given {
		t.Errorf("unexpected generated key: %q", keys)
	}
}

// TestLongNames checks that names of objects are unique and short enough for Kubernetes if the
// release name is long.
func TestLongNames(t *testing.T) {
	t.Parallel()
	all := render(t, "evaluation", "--set", "fullnameOverride="+strings.Repeat("n", 60))
	for _, kind := range []int{len(all.deployments), len(all.configMaps)} {
		if kind != 3 {
			t.Errorf("%d objects of one kind, want 3", kind)
		}
	}
	checkReferences(t, all)
	checkRoutes(t, all)
	for name := range all.podTemplates() {
		if len(name) > 52 {
			t.Errorf("%s is too long for the suffixes that controllers append", name)
		}
	}
}

func named(name string) func(corev1.EnvVar) bool {
	return func(variable corev1.EnvVar) bool { return variable.Name == name }
}

func env(container corev1.Container, name string) corev1.EnvVar {
	if i := slices.IndexFunc(container.Env, named(name)); i >= 0 {
		return container.Env[i]
	}
	return corev1.EnvVar{}
}
