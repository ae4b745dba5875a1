package charts_test

import (
	"strings"
	"testing"
)

const digest = "sha256:fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210"

// TestInvalidValuesAreRefused checks that invalid values stop the installation with an error that says what to do.
func TestInvalidValuesAreRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		values string
		set    string
		want   []string
	}{
		"nothing set": {"", "", []string{
			"firebase.projectId is empty", "firebase.apiKey is empty", "no user has access", "there is no database", "postgresql.enabled=true",
		}},
		"production without a database": {"production", "secrets.existingSecret=", []string{"there is no database: set secrets.existingSecret"}},
		"two databases":                 {"evaluation", "secrets.existingSecret=mine", []string{"there are two databases"}},
		"two databases for migrations":  {"evaluation", "secrets.migrateDatabaseUrl=postgres://a", []string{"there are two databases"}},
		"one secret for two purposes": {"database-url", "secrets.credentialsKeys=0123456789abcdef0123456789abcdef", []string{
			"secrets.xsrfSecret is also one of secrets.credentialsKeys",
		}},
		"two sources of secrets":                {"production", "secrets.databaseUrl=postgres://a", []string{"leave secrets.databaseUrl, secrets.migrateDatabaseUrl, secrets.xsrfSecret and secrets.credentialsKeys empty"}},
		"a short key":                           {"database-url", "secrets.credentialsKeys=short", []string{"secrets.credentialsKeys is invalid: use keys of at least 32 random characters"}},
		"the emulator in production":            {"tests", "production=true", []string{"authEmulator accepts forged tokens"}},
		"a public address over http":            {"absolute-host", "api.publicUrl=http://api.example.org", []string{"api.publicUrl is http://api.example.org", "use https://"}},
		"an origin over http":                   {"absolute-host", "api.corsAllowedOrigins={http://news.example.org}", []string{"api.corsAllowedOrigins is http://news.example.org"}},
		"every address as a proxy":              {"production", "api.trustedProxies={0.0.0.0/0}", []string{"api.trustedProxies contains 0.0.0.0/0"}},
		"another host without CORS":             {"production", "api.publicUrl=https://api.example.org", []string{"api.corsAllowedOrigins"}},
		"revocation without credentials":        {"production", "firebase.checkRevoked=true", []string{"firebase.credentials.existingSecret"}},
		"an unknown value":                      {"evaluation", "replicas=3", []string{"additional properties 'replicas' not allowed"}},
		"an unknown nested value":               {"evaluation", "api.image.registry=a", []string{"additional properties 'registry' not allowed"}},
		"a secret among the settings":           {"evaluation", "api.env.XSRF_SECRET=abc", []string{"additional properties 'XSRF_SECRET' not allowed"}},
		"a short anti-forgery secret":           {"database-url", "secrets.xsrfSecret=short", []string{"secrets.xsrfSecret is invalid: use at least 32 random characters"}},
		"an unknown role":                       {"evaluation", "access.defaultRole=owner", []string{"/access/defaultRole"}},
		"a public address with a path":          {"production", "api.publicUrl=https://a.example/", []string{`api.publicUrl is "https://a.example/": use an origin such as https://news.example.org, without a path`}},
		"a CSP source with a semicolon":         {"evaluation", "web.csp.connect={https://a;}", []string{`web.csp.connect[0] is "https://a;": use an origin`}},
		"a web pod without shutdown delay":      {"evaluation", "web.shutdownDelaySeconds=0", []string{"/web/shutdownDelaySeconds"}},
		"a password among the settings":         {"evaluation", "fetch.proxy=http://user:secret@proxy.example.org", []string{"use a proxy such as http://proxy.example.org:3128; put a password into"}},
		"a secret of the worker":                {"evaluation", "worker.env.CREDENTIALS_KEYS=abc", []string{"additional properties 'CREDENTIALS_KEYS' not allowed"}},
		"an interval without a unit":            {"evaluation", "worker.minInterval=5", []string{"/worker/minInterval"}},
		"too many checks at a time":             {"evaluation", "worker.concurrency=5000", []string{"/worker/concurrency"}},
		"a mail password among the settings":    {"evaluation", "mail.server=smtp://user:secret@mail.example.org", []string{"use a mail server such as smtps://mail.example.org:465; put a user and a password into"}},
		"a mail server without a sender":        {"evaluation", "mail.server=smtps://mail.example.org", []string{"mail.from is empty"}},
		"two addresses in one":                  {"evaluation", "access.allowedEmails={ok@b.example,a@b.example;x}", []string{`access.allowedEmails[1] is "a@b.example;x": use an e-mail address such as ana@example.org`}},
		"an address with a space":               {"evaluation", "access.adminEmails={a b@c.example}", []string{`access.adminEmails[0] is "a b@c.example"`}},
		"an address without a domain":           {"evaluation", "access.adminEmails={a@}", []string{`access.adminEmails[0] is "a@"`}},
		"a domain with an @":                    {"evaluation", "access.allowedEmailDomains={@example.org}", []string{`access.allowedEmailDomains[0] is "@example.org": use a domain such as example.org`}},
		"two senders":                           {"evaluation", `mail.from=News <a@b.example;x>`, []string{"mail.from is"}},
		"a host with a path":                    {"evaluation", "ingress.hosts={news.example.org/app}", []string{"ingress.hosts[0]", "use a host name in lower case such as"}},
		"a wildcard inside a host":              {"evaluation", "ingress.host=a.*.example.org", []string{"ingress.host is"}},
		"a network without a length":            {"evaluation", "networkPolicy.clusterCIDRs={10.0.0.0}", []string{"networkPolicy.clusterCIDRs[0]", "use a network such as 203.0.113.0/24"}},
		"a digest without an algorithm":         {"evaluation", "web.image.digest=abc", []string{"web.image.digest is", "use a digest such as"}},
		"a duration without a unit":             {"evaluation", "worker.minInterval=five", []string{`worker.minInterval is "five": use a duration of at least 1s`}},
		"a text instead of a number":            {"evaluation", "api.replicas=many", []string{"at '/api/replicas': got string, want null or integer"}},
		"an invalid name of a Secret":           {"production", "secrets.existingSecret=News_Secrets", []string{"secrets.existingSecret is", "use the name of a Kubernetes object"}},
		"a database of another kind":            {"database-url", "secrets.databaseUrl=mysql://news:pa55word@db/news", []string{"secrets.databaseUrl is invalid: use an address such as postgres://"}},
		"a database twice":                      {"database-url", "secrets.database.name=db", []string{"secrets.database.name and secrets.databaseUrl are both set"}},
		"two databases by name":                 {"evaluation", "secrets.database.name=db", []string{"there are two databases"}},
		"a variable of the chart":               {"evaluation", "worker.extraEnv[0].name=DATABASE_URL", []string{"worker.extraEnv contains DATABASE_URL, which the chart sets"}},
		"a label of the chart":                  {"evaluation", `commonLabels.app\.kubernetes\.io/name=x`, []string{"contains app.kubernetes.io/name, which the chart sets"}},
		"a release name with a digit first":     {"evaluation", "release=1news", []string{`would begin with "1news-newssources"`, "set fullnameOverride"}},
		"a release name with a dot":             {"evaluation", "release=a.b", []string{`would begin with "a.b-newssources"`, "set fullnameOverride"}},
		"a long release name":                   {"production", "release=a-release-name-with-30-letters", []string{"would be truncated", "fullnameOverride=a-release-name-with-30-letters-newssources keeps"}},
		"a setting of the chart":                {"evaluation", "api.extraEnv[0].name=PRODUCTION", []string{"api.extraEnv contains PRODUCTION, which the chart sets"}},
		"a setting of the worker":               {"evaluation", "worker.extraEnv[0].name=CHECK_CONCURRENCY", []string{"worker.extraEnv contains CHECK_CONCURRENCY, which the chart sets"}},
		"a setting of the app":                  {"evaluation", "web.extraEnv[0].name=WEB_PRODUCTION", []string{"web.extraEnv contains WEB_PRODUCTION, which the chart sets"}},
		"the emulator as a variable":            {"evaluation", "api.extraEnv[0].name=FIREBASE_AUTH_EMULATOR_HOST", []string{"api.extraEnv contains FIREBASE_AUTH_EMULATOR_HOST: the auth emulator accepts forged tokens"}},
		"a variable twice":                      {"evaluation", "api.extraEnv[0].name=A,api.extraEnv[1].name=A", []string{"api.extraEnv contains A twice"}},
		"a volume of the chart":                 {"evaluation", "web.extraVolumes[0].name=tmp", []string{"web.extraVolumes contains tmp, which the chart sets"}},
		"a volume of Google's credentials":      {"production", "firebase.credentials.existingSecret=g,api.extraVolumes[0].name=google", []string{"api.extraVolumes contains google"}},
		"a container of the chart":              {"evaluation", "worker.extraContainers[0].name=worker,worker.extraContainers[0].image=a", []string{"worker.extraContainers contains worker, which the chart sets"}},
		"an init container of the chart":        {"evaluation", "api.extraInitContainers[0].name=migrate,api.extraInitContainers[0].image=a", []string{"api.extraInitContainers contains migrate, which the chart sets"}},
		"a sidecar named as an init container":  {"evaluation", "api.extraContainers[0].name=migrate,api.extraContainers[0].image=a", []string{"api.extraContainers contains migrate, which the chart sets"}},
		"a path that is mounted":                {"evaluation", "api.extraVolumeMounts[0].name=a,api.extraVolumeMounts[0].mountPath=/tmp", []string{"api.extraVolumeMounts contains the path /tmp"}},
		"a number that is no network":           {"evaluation", "networkPolicy.clusterCIDRs={999.1.1.1/8}", []string{`networkPolicy.clusterCIDRs[0] is "999.1.1.1/8": use a network`}},
		"all addresses as cluster":              {"evaluation", "networkPolicy.clusterCIDRs={0.0.0.0/0}", []string{"networkPolicy.clusterCIDRs[0] is", "not all addresses"}},
		"an invalid IPv6 network":               {"evaluation", "api.trustedProxies={1:2:3/64}", []string{"api.trustedProxies[0] is"}},
		"an invalid network of a peer":          {"evaluation", "networkPolicy.ingressFrom[0].ipBlock.cidr=10.0.0.300/8", []string{`networkPolicy.ingressFrom.ipBlock.cidr[0] is "10.0.0.300/8"`}},
		"a host in upper case":                  {"evaluation", "ingress.host=News.example.org", []string{`ingress.host is "News.example.org": use a host name in lower case`}},
		"an IP address as host":                 {"evaluation", "ingress.host=192.0.2.1", []string{"ingress.host is", "no IP address"}},
		"an IP address with a certificate":      {"evaluation", "ingress.tls[0].secretName=a,ingress.tls[0].hosts={192.0.2.1}", []string{"ingress.tls.hosts[0] is"}},
		"a public address in upper case":        {"absolute-host", "api.publicUrl=https://API.example.org", []string{"api.publicUrl is"}},
		"more than all pods":                    {"evaluation", "podDisruptionBudget.maxUnavailable=999%", []string{`podDisruptionBudget.maxUnavailable is "999%": use a number of pods or a percentage up to 100%`}},
		"an invalid port of a mail server":      {"evaluation", "mail.from=a@b.example,mail.server=smtp://mail.example.org:99999", []string{"mail.server is invalid: use a mail server such as"}},
		"everyone as ingress controller":        {"evaluation", "json:networkPolicy.ingressFrom=[{}]", []string{"at '/networkPolicy/ingressFrom/0'"}},
		"an additional rule for everything":     {"evaluation", "json:networkPolicy.extraEgress=[{}]", []string{"networkPolicy.extraEgress[0] is empty"}},
		"an additional rule without ports":      {"evaluation", `json:networkPolicy.extraEgress=[{"to":[{"ipBlock":{"cidr":"10.0.0.0/8"}}],"ports":[]}]`, []string{"networkPolicy.extraEgress[0].ports is empty"}},
		"a port of nodes without NodePort":      {"production", `json:api.service={"type":"ClusterIP","nodePort":30080}`, []string{"api.service.nodePort requires"}},
		"an unknown operator":                   {"production", `json:api.tolerations=[{"key":"a","operator":"Exist"}]`, []string{"/api/tolerations/0/operator"}},
		"a protocol in lower case":              {"production", `json:networkPolicy.extraEgress=[{"ports":[{"port":80,"protocol":"tcp"}]}]`, []string{"/networkPolicy/extraEgress/0/ports/0/protocol"}},
		"a container without an image":          {"production", `json:api.extraContainers=[{"name":"x"}]`, []string{"missing property 'image'"}},
		"a mount without a volume":              {"production", `json:api.extraVolumeMounts=[{"name":"none","mountPath":"/a"}]`, []string{"api.extraVolumeMounts contains none, which is no volume"}},
		"a request above its limit":             {"production", `json:api.resources={"requests":{"memory":"1Gi"},"limits":{"memory":"512Mi"}}`, []string{"api.resources.requests.memory (1Gi) is more than the limit (512Mi)"}},
		"a scrape longer than its interval":     {"production", `json:metrics.serviceMonitor={"enabled":true,"interval":"10s","scrapeTimeout":"1m"}`, []string{"scrapeTimeout (1m) is longer than interval (10s)"}},
		"no scrape interval":                    {"production", `json:metrics.serviceMonitor={"enabled":true,"interval":"0s"}`, []string{"metrics.serviceMonitor.interval is"}},
		"an unknown relabeling":                 {"production", `json:metrics.serviceMonitor={"enabled":true,"relabelings":[{"action":"dropp"}]}`, []string{"/metrics/serviceMonitor/relabelings/0/action"}},
		"a relabeling that is no pattern":       {"production", `json:metrics.serviceMonitor={"enabled":true,"relabelings":[{"action":"drop","regex":"("}]}`, []string{"error parsing regexp"}},
		"a label with a space":                  {"production", `json:api.podLabels={"a":"b c"}`, []string{"/api/podLabels/a"}},
		"a label with two slashes":              {"production", `json:commonLabels={"a/b/c":"x"}`, []string{"at '/commonLabels': additional properties 'a/b/c' not allowed"}},
		"more replicas than numbers":            {"production", "api.replicas=1000000000000", []string{"/api/replicas"}},
		"a liveness probe with two successes":   {"production", `json:api.livenessProbe={"successThreshold":2}`, []string{"/api/livenessProbe/successThreshold"}},
		"a host alias without an address":       {"production", `json:api.hostAliases=[{"ip":"10.0.0.999","hostnames":["a"]}]`, []string{"api.hostAliases.ip[0] is"}},
		"a DNS server by name":                  {"production", `json:api.dnsConfig={"nameservers":["dns.example"]}`, []string{"api.dnsConfig.nameservers[0] is"}},
		"no canaries and one":                   {"production", "worker.canaries={none,https://www.wikipedia.org/}", []string{"worker.canaries contains none and addresses"}},
		"a volume of 8 bytes":                   {"evaluation", `json:postgresql.size="8"`, []string{"use a size of at least 1Mi"}},
		"an unknown seccomp profile":            {"production", `json:api.podSecurityContext={"seccompProfile":{"type":"Runtimedefault"}}`, []string{"/api/podSecurityContext/seccompProfile/type"}},
		"an API key with a space":               {"production", "firebase.apiKey=a b", []string{"firebase.apiKey is"}},
		"two families of one stack":             {"production", "ipFamilyPolicy=SingleStack,ipFamilies={IPv6,IPv4}", []string{"ipFamilyPolicy is SingleStack"}},
		"no DNS servers of pods":                {"evaluation", "api.dnsPolicy=None", []string{"api.dnsPolicy is None: list the DNS servers"}},
		"an image with a tag":                   {"evaluation", "api.image.repository=registry.example.org:5000/news/api:1.2", []string{"api.image.repository is", "use an image without a tag"}},
		"an interval with a fraction":           {"evaluation", "metrics.serviceMonitor.interval=1.5m", []string{`metrics.serviceMonitor.interval is "1.5m": use a duration of at least 1s with one unit and without fractions`}},
		"swapped intervals":                     {"evaluation", "worker.minInterval=1h30m,worker.maxInterval=89m", []string{"worker.minInterval (1h30m) is longer than worker.maxInterval (89m)"}},
		"subscriptions without keys":            {"database-url", "api.websubCallbackUrl=https://news.example.org", []string{"api.websubCallbackUrl requires keys"}},
		"alerts without metrics":                {"evaluation", "prometheusRule.enabled=true", []string{"prometheusRule.enabled requires metrics.serviceMonitor.enabled=true"}},
		"a label of the chart on monitors":      {"evaluation", `metrics.serviceMonitor.labels.helm\.sh/chart=x`, []string{"metrics.serviceMonitor.labels contains helm.sh/chart"}},
		"an annotation of the chart":            {"evaluation", "api.podAnnotations.checksum/config=x", []string{"api.podAnnotations contains checksum/config"}},
		"a password with an escape":             {"database-url", "secrets.databaseUrl=postgres://u:pa55word%zz@h/n", []string{"secrets.databaseUrl is invalid: use an address such as"}},
		"a password with a slash":               {"database-url", "secrets.databaseUrl=postgres://u:pa55word/x@h/n", []string{"secrets.databaseUrl is invalid"}},
		"a password of digits with a slash":     {"database-url", "secrets.databaseUrl=postgres://u:1/pa55word@h/n", []string{"secrets.databaseUrl is invalid"}},
		"a password with a number sign":         {"database-url", "secrets.migrateDatabaseUrl=postgres://u:pa55word#x@h/n", []string{"secrets.migrateDatabaseUrl is invalid"}},
		"a password with a question mark":       {"database-url", "secrets.databaseUrl=postgres://u:1?pa55word@h/n", []string{"secrets.databaseUrl is invalid"}},
		"a password with a space":               {"database-url", "secrets.databaseUrl=postgres://u:pa55word x@h/n", []string{"secrets.databaseUrl is invalid"}},
		"a proxy with a password":               {"evaluation", "fetch.proxy=http://u:pa55word%zz@h", []string{"fetch.proxy is invalid"}},
		"a mail server with a password":         {"evaluation", "mail.from=a@b.example,mail.server=smtp://u:pa55word%zz@h", []string{"mail.server is invalid"}},
		"a label of the chart on pods":          {"evaluation", `web.podLabels.app\.kubernetes\.io/component=x`, []string{"web.podLabels contains app.kubernetes.io/component"}},
		"an autoscaler without a target":        {"evaluation", "api.autoscaling.enabled=true,api.autoscaling.targetCPUUtilizationPercentage=0", []string{"api.autoscaling has no target"}},
		"an autoscaler with a swapped range":    {"evaluation", "api.autoscaling.enabled=true,api.autoscaling.maxReplicas=1", []string{"api.autoscaling.maxReplicas is less than minReplicas"}},
		"a route without a gateway":             {"evaluation", "gateway.enabled=true", []string{"gateway.parentRefs is empty"}},
		"two digests":                           {"evaluation", "api.image.tag=1@" + digest + ",api.image.digest=" + digest, []string{"api.image.tag contains a digest"}},
		"values of an older version":            {"evaluation", "gateway=null", []string{"--reset-then-reuse-values"}},
		"a collector without a scheme":          {"evaluation", "tracing.endpoint=collector:4318", []string{"/tracing/endpoint"}},
		"an address of runbooks with a quote":   {"evaluation", `prometheusRule.runbookUrl=https://a.example/"x`, []string{"/prometheusRule/runbookUrl"}},
		"dashboards that no sidecar selects":    {"evaluation", "dashboards.labels=none", []string{"/dashboards/labels"}},
		"no port of the database":               {"production", "json:networkPolicy.database.ports=[]", []string{"networkPolicy.database.ports is empty"}},
		"no port of a mail server by name":      {"secrets-by-name", "json:networkPolicy.smtp.ports=[]", []string{"networkPolicy.smtp.ports is empty"}},
		"no port of DNS servers":                {"production", "networkPolicy.dns.ports={}", []string{"/networkPolicy/dns/ports"}},
		"no DNS servers":                        {"production", "networkPolicy.dns.to={}", []string{"/networkPolicy/dns/to"}},
		"an empty host":                         {"production", "ingress.hosts={\"\"}", []string{"ingress.hosts[0]"}},
		"two components of one account":         {"production", "api.serviceAccount.name=a,web.serviceAccount.name=a", []string{"api and web would both create the ServiceAccount a"}},
		"the account of the bundled database":   {"evaluation", "api.serviceAccount.name=news-newssources-postgresql", []string{"api and postgresql would both create the ServiceAccount"}},
		"a misspelled rule of egress":           {"evaluation", `json:networkPolicy.extraEgress=[{"to":[{"ipBlok":{"cidr":"10.0.0.0/8"}}]}]`, []string{"additional properties 'ipBlok' not allowed"}},
		"an additional rule with a bad network": {"evaluation", `json:networkPolicy.extraEgress=[{"to":[{"ipBlock":{"cidr":"10.0.0.0"}}]}]`, []string{"networkPolicy.extraEgress.to.ipBlock.cidr[0] is"}},
		"a misspelled affinity":                 {"evaluation", "json:worker.affinity={\"podAntiAfinity\":{}}", []string{"additional properties 'podAntiAfinity' not allowed"}},
		"an affinity without a topology":        {"evaluation", `json:web.affinity={"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"labelSelector":{}}]}}`, []string{"missing property 'topologyKey'"}},
		"a misspelled toleration":               {"evaluation", "json:tests.tolerations=[{\"keys\":\"spot\"}]", []string{"additional properties 'keys' not allowed"}},
		"a misspelled spread":                   {"evaluation", `json:api.topologySpreadConstraints=[{"maxSkew":1,"topologyKeys":"zone","whenUnsatisfiable":"ScheduleAnyway"}]`, []string{"topologyKeys"}},
		"a misspelled security context":         {"evaluation", "json:api.securityContext={\"readOnlyRootFileSystem\":true}", []string{"additional properties 'readOnlyRootFileSystem' not allowed"}},
		"a misspelled volume":                   {"evaluation", `json:api.extraVolumes=[{"name":"a","configmap":{"name":"b"}}]`, []string{"additional properties 'configmap' not allowed"}},
		"a misspelled mount":                    {"evaluation", `json:api.extraVolumeMounts=[{"name":"a","path":"/b"}]`, []string{"additional properties 'path' not allowed"}},
		"a misspelled variable":                 {"evaluation", `json:web.extraEnv=[{"name":"A","val":"1"}]`, []string{"additional properties 'val' not allowed"}},
		"a misspelled sidecar":                  {"evaluation", `json:api.extraContainers=[{"name":"a","imag":"b"}]`, []string{"additional properties 'imag' not allowed"}},
		"a misspelled DNS setting":              {"evaluation", `json:api.dnsConfig={"nameserver":["10.0.0.10"]}`, []string{"additional properties 'nameserver' not allowed"}},
		"a misspelled metric":                   {"evaluation", `json:api.autoscaling.metrics=[{"type":"Resource","resources":{}}]`, []string{"additional properties 'resources' not allowed"}},
		"a misspelled behavior":                 {"evaluation", `json:api.autoscaling.behavior={"scaledown":{}}`, []string{"additional properties 'scaledown' not allowed"}},
		"a misspelled gateway":                  {"evaluation", `json:gateway={"enabled":true,"parentRefs":[{"name":"a","section":"b"}]}`, []string{"additional properties 'section' not allowed"}},
		"a misspelled relabeling":               {"evaluation", `json:metrics.serviceMonitor.relabelings=[{"target":"a"}]`, []string{"additional properties 'target' not allowed"}},
		"a misspelled probe":                    {"evaluation", "api.livenessProbe.period=5", []string{"additional properties 'period' not allowed"}},
		"a request of a probe":                  {"evaluation", "api.livenessProbe.httpGet.path=/", []string{"additional properties 'httpGet' not allowed"}},
		"a misspelled host alias":               {"evaluation", `json:api.hostAliases=[{"ip":"10.0.0.1","hostname":["a"]}]`, []string{"additional properties 'hostname' not allowed"}},
		"a misspelled service setting":          {"evaluation", "web.service.ports=80", []string{"additional properties 'ports' not allowed"}},
		"a registry with a scheme":              {"evaluation", "global.imageRegistry=https://registry.example.org", []string{"global.imageRegistry is", "use a registry, also with a path"}},
		"a namespace in upper case":             {"evaluation", "namespaceOverride=News", []string{"namespaceOverride is", "use the name of a namespace"}},
		"an unknown IP family":                  {"evaluation", "ipFamilyPolicy=DualStack", []string{"/ipFamilyPolicy"}},
		"an invalid port":                       {"evaluation", "fetch.extraPorts={70000}", []string{"/fetch/extraPorts"}},
		"a range of ports that ends early":      {"evaluation", `json:networkPolicy.extraEgress=[{"ports":[{"port":90,"endPort":80}]}]`, []string{"endPort 80, which is less than the port 90"}},
		"an exception that is no network":       {"evaluation", `json:networkPolicy.extraEgress=[{"to":[{"ipBlock":{"cidr":"10.0.0.0/8","except":["10.1.0.0/33"]}}]}]`, []string{"ipBlock.except[0] is"}},
		"a constraint on zones twice":           {"evaluation", `json:api.topologySpreadConstraints=[{"maxSkew":1,"topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule"},{"maxSkew":2,"topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule"}]`, []string{"api.topologySpreadConstraints contains a topologyKey twice"}},
		"a sidecar above its limit":             {"evaluation", `json:api.extraContainers=[{"name":"a","image":"b","resources":{"requests":{"memory":"1P"},"limits":{"memory":"1e14"}}}]`, []string{"api.extraContainers.a.resources.requests.memory (1P) is more than the limit (1e14)"}},
		"a database above its limit":            {"evaluation", "postgresql.resources.requests.memory=1Gi", []string{"postgresql.resources.requests.memory (1Gi) is more than the limit (512Mi)"}},
		"a GPU without a limit":                 {"evaluation", `json:worker.resources.requests={"nvidia.com/gpu":1}`, []string{"worker.resources.requests.nvidia.com/gpu differs from the limit"}},
		"a sidecar with an unknown volume":      {"evaluation", `json:api.extraContainers=[{"name":"a","image":"b","volumeMounts":[{"name":"none","mountPath":"/a"}]}]`, []string{"the container a of api mounts none, which is no volume"}},
		"a name with two dots":                  {"production", "secrets.existingSecret=news..secrets", []string{"secrets.existingSecret is"}},
		"an invalid name of a certificate":      {"evaluation", "ingress.tls[0].secretName=News_TLS,ingress.tls[0].hosts={a.example}", []string{"ingress.tls.secretName[0] is"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var arguments []string
			if test.set != "" {
				arguments = []string{"--set", test.set}
				if text, found := strings.CutPrefix(test.set, "json:"); found {
					arguments = []string{"--set-json", text}
				} else if strings.HasPrefix(test.set, "release=") {
					arguments = []string{"--name-template", strings.TrimPrefix(test.set, "release=")}
				}
			}
			_, err := template(t, test.values, arguments...)
			if err == nil {
				t.Fatal("the values are accepted")
			}
			if strings.Contains(err.Error(), "pa55word") || strings.Contains(err.Error(), "short") && strings.Contains(test.set, "=short") {
				t.Errorf("the error contains a secret: %q", err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error is %q, want %q in it", err, want)
				}
			}
		})
	}
}
