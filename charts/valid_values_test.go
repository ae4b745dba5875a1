package charts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	corev1 "k8s.io/api/core/v1"
)

// TestValidValues checks that less common valid values are accepted, and that all objects of the
// release are valid with them.
func TestValidValues(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		values string
		set    []string
		want   string // text of the rendering
	}{
		"IPv6 proxy": {"evaluation", []string{"fetch.proxy=http://[2001:db8::1]:3128"},
			`FETCH_PROXY: "http://[2001:db8::1]:3128"`},
		"IPv6 proxy without a port": {"evaluation", []string{"fetch.proxy=https://[2001:db8::1]"},
			`FETCH_PROXY: "https://[2001:db8::1]"`},
		"IPv6 mail server": {"evaluation", []string{"mail.from=a@b.example,mail.server=smtp://[fd00::25]:2525"},
			"port: 2525"},
		"IPv6 app": {"evaluation", []string{"api.appUrl=https://[2001:db8::1]:8443"},
			`APP_URL: "https://[2001:db8::1]:8443"`},
		"IPv6 origin": {"evaluation", []string{"api.corsAllowedOrigins={https://[2001:db8::1]}"},
			`"https://[2001:db8::1]"`},
		"IPv6 emulator": {"tests", []string{"authEmulator.host=[::1]:9099,authEmulator.url=http://[::1]:9099"},
			`FIREBASE_AUTH_EMULATOR_HOST: "[::1]:9099"`},
		"IPv6 collector": {"evaluation", []string{"tracing.endpoint=http://[fd00::4318]:4318/otlp"},
			"port: 4318"},
		"IPv6 networks": {"evaluation",
			[]string{"api.trustedProxies={fd00::/8,::ffff:10.0.0.0/104,2001:db8:0:1::/64}"}, "::ffff:10.0.0.0/104"},
		"exceptions of networks": {"evaluation", []string{
			`networkPolicy.ingressFrom[0].ipBlock.cidr=10.0.0.0/8,networkPolicy.ingressFrom[0].ipBlock.except={10.255.0.0/16}`,
			`networkPolicy.metricsFrom[0].ipBlock.cidr=64:ff9b::/96,networkPolicy.metricsFrom[0].ipBlock.except={64:ff9b::10.0.0.0/104}`,
		}, "64:ff9b::10.0.0.0/104"},
		"origins of the CSP": {"evaluation", []string{`web.csp.connect={https://*.example.org,wss://live.example.org:8443}`},
			"https://*.example.org wss://live.example.org:8443"},
		"a wildcard certificate": {"production", []string{
			"ingress.host=a.example.org,ingress.tls[0].secretName=tls,ingress.tls[0].hosts={*.example.org}",
		}, "secretName: tls"},
		"an administrator in another case": {"production", []string{"access.adminEmails={A@Example.ORG}"},
			"A@Example.ORG"},
		"a release of PostgreSQL": {"evaluation", []string{"postgresql.image.tag=16.4-bookworm"}, "postgres:16.4-bookworm"},
		"several database hosts": {"database-url",
			[]string{`secrets.databaseUrl=postgres://u:pa55word@h1:5433\,h2:5434/n`}, "port: 5434"},
		"database host as parameter": {"database-url", []string{"secrets.databaseUrl=postgres:///n?host=db&port=6432"},
			"port: 6432"},
		"labels of dashboards": {"everything", []string{`dashboards.labels.example\.org/cost-center=x8`},
			`example.org/cost-center: x8`},
		"labels of monitors": {"everything", []string{`metrics.serviceMonitor.labels.example\.org/cost-center=x8`},
			`example.org/cost-center: x8`},
		"labels of rules": {"everything", []string{`prometheusRule.labels.example\.org/cost-center=x8`},
			`example.org/cost-center: x8`},
		"labels of pods": {"everything", []string{`api.podLabels.example\.org/cost-center=x8`},
			`example.org/cost-center: x8`},
		"more Secrets for Reloader": {"secrets-by-name",
			[]string{`api.deploymentAnnotations.secret\.reloader\.stakater\.com/reload=mine`}, `reload: "mine,news-keys,`},
		"Secrets for Reloader only": {"production",
			[]string{`web.deploymentAnnotations.secret\.reloader\.stakater\.com/reload=mine`}, "reload: mine"},
		"release name with a digit": {"evaluation", []string{"release=1news", "fullnameOverride=news"}, "name: news-api"},
		"release name with a dot": {"evaluation", []string{"release=a.b", "fullnameOverride=news"},
			"app.kubernetes.io/instance: a.b"},
		"long release name": {"production", []string{"release=a-release-name-with-25-ab"},
			"name: a-release-name-with-25-ab-newssources-worker-metrics"},
		"upgrade of a long name": {"production", []string{"release=a-release-name-with-30-letters", "--is-upgrade"},
			"name: a-release-name-with-30-letters-newsso-worker-metrics"},
		"names of an existing release": {"production",
			[]string{"release=a-release-name-with-30-letters", "fullnameOverride=a-release-name-with-30-letters-newssources"},
			"name: a-release-name-with-30-letters-newsso-worker-metrics"},
		"registry with a port": {"evaluation", []string{"api.image.repository=registry.example.org:5000/news/api"},
			"registry.example.org:5000/news/api:"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			var arguments []string
			for _, set := range test.set {
				if name, found := strings.CutPrefix(set, "release="); found {
					arguments = append(arguments, "--name-template", name)
				} else if strings.HasPrefix(set, "--") {
					arguments = append(arguments, set)
				} else {
					arguments = append(arguments, "--set", set)
				}
			}
			all := render(t, test.values, arguments...) // refuses duplicate keys
			checkReferences(t, all)
			checkSchemas(t, all)
			checkRulesOfPolicies(t, all, name)
			if !strings.Contains(all.text, test.want) {
				t.Errorf("the rendering has no %q", test.want)
			}
		})
	}
}

// TestDatabaseAddresses checks that the ports of each database address are open, and that the
// service accepts the address.
func TestDatabaseAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][]int32{
		"postgres://u:pa55word@db.example.org/n":                        {5432},
		"postgresql://u:pa55word@db.example.org:6432/n?sslmode=require": {5432, 6432},
		"postgres://u:p%2F%23%20pa55word@db:6432/n":                     {5432, 6432},
		"postgres://u:p@pa55word@db:6432":                               {5432, 6432},
		"postgres://u:pa55word@[fd00::5]:6432/n":                        {5432, 6432},
		"postgres://u:pa55word@[fd00::5]/n":                             {5432},
		"postgres://u:pa55word@h1:5433,h2:5434/n":                       {5432, 5433, 5434},
		"postgres://u:pa55word@h1,h2:5434/n":                            {5432, 5434},
		"postgres:///n?host=db&port=6432":                               {5432, 6432},
		"postgres://u:pa55word@/n?host=h1,h2&port=5433,5434":            {5432, 5433, 5434},
		"postgres://u:pa55word@/n?port=5433%2C5434&host=h1,h2":          {5432, 5433, 5434},
	} {
		if _, err := pgxpool.ParseConfig(address); err != nil {
			t.Errorf("the service refuses %s: %v", address, err)
		}
		for _, value := range []string{"databaseUrl", "migrateDatabaseUrl"} {
			all := render(t, "database-url", "--set", "secrets."+value+"="+strings.ReplaceAll(address, ",", `\,`))
			ports := policyPorts(all.networkPolicies["news-newssources-worker"].Spec.Egress[1].Ports)
			if !slices.Equal(ports, want) {
				t.Errorf("%s=%s: the ports are %v, want %v", value, address, ports, want)
			}
		}
	}
}

// TestAdditionalSourcesOfVariables checks that variables of extraEnvFrom do not replace those of
// the chart.
func TestAdditionalSourcesOfVariables(t *testing.T) {
	t.Parallel()
	for name, deployment := range render(t, "everything").deployments {
		sources := deployment.Spec.Template.Spec.Containers[0].EnvFrom
		if last := sources[len(sources)-1].ConfigMapRef; last.Name != name {
			t.Errorf("%s: the ConfigMap of the chart is overridden: %+v", name, sources)
		}
	}
}

// TestNodesOfDatabaseAndTest checks that the database and the pod of helm test run on the nodes
// that the values name.
func TestNodesOfDatabaseAndTest(t *testing.T) {
	t.Parallel()
	arguments := []string{}
	for _, section := range []string{"postgresql", "tests"} {
		arguments = append(arguments, "--set", section+`.nodeSelector.pool=news,`+section+".tolerations[0].key=news")
	}
	all := render(t, "evaluation", arguments...)
	for name, pod := range map[string]corev1.PodSpec{
		"postgresql": all.statefulSets["news-newssources-postgresql"].Spec.Template.Spec,
		"test":       all.pods["news-newssources-test"].Spec,
	} {
		if pod.NodeSelector["pool"] != "news" || len(pod.Tolerations) != 1 || pod.Tolerations[0].Key != "news" {
			t.Errorf("%s: the nodes are %v with the tolerations %+v", name, pod.NodeSelector, pod.Tolerations)
		}
	}
}
