package charts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
)

// TestReachability evaluates the rendered policies: which pod or address may connect to which other
// one, and on which port.
func TestReachability(t *testing.T) {
	t.Parallel()
	everywhere := []string{"api", "worker"}
	released := []string{"api", "worker", "web", "postgresql", "test", "added pod"}
	for _, test := range []struct {
		name   string
		values string // values file; empty: evaluation
		set    []string
		from   []string
		to     []string
		port   int32 // negative: UDP
		want   bool
	}{
		{name: "requests of the ingress controller", from: []string{"ingress-nginx", "traefik of k3s"},
			to: []string{"api", "web"}, port: 8080, want: true},
		{name: "the ingress controller reads no metrics", from: []string{"ingress-nginx", "traefik of k3s"},
			to: []string{"api", "worker"}, port: 9090},
		{name: "Prometheus", from: []string{"prometheus"}, to: []string{"api", "worker"}, port: 9090, want: true},
		{name: "Prometheus uses no other ports", from: []string{"prometheus"}, to: []string{"api", "web"}, port: 8080},
		{
			name: "neighbors", from: []string{"pod of another namespace", "pod of the same namespace", "metrics-server",
				"192.0.2.10", "fd12::1"},
			to: []string{"api", "web", "worker"}, port: 8080,
		},
		{name: "neighbors read no metrics",
			from: []string{"pod of another namespace", "pod of the same namespace", "metrics-server"},
			to:   []string{"api", "worker"}, port: 9090},
		{name: "the bundled database", from: everywhere, to: []string{"postgresql"}, port: 5432, want: true},
		{
			name: "others at the bundled database",
			from: []string{"web", "test", "added pod", "ingress-nginx", "prometheus", "pod of the same namespace",
				"pod of another namespace"},
			to: []string{"postgresql"}, port: 5432,
		},
		{name: "other ports of the bundled database", from: everywhere, to: []string{"postgresql"}, port: 22},
		{name: "only the bundled database", from: everywhere, to: []string{"database pod", "10.1.2.3", "198.51.100.7"},
			port: 5432},
		{name: "DNS over UDP", from: []string{"api", "worker", "test"}, to: []string{"coredns", "169.254.20.10"}, port: -53,
			want: true},
		{name: "DNS over TCP", from: []string{"api", "worker", "test"}, to: []string{"coredns", "169.254.20.10"}, port: 53,
			want: true},
		{name: "other DNS servers", from: released, to: []string{"8.8.8.8", "metrics-server", "pod of another namespace"},
			port: -53},
		{name: "no other ports of DNS servers", from: released, to: []string{"coredns", "169.254.20.10"}, port: 9153},
		{name: "sites over https", from: everywhere, to: []string{"93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"},
			port: 443, want: true},
		{name: "sites over http", from: everywhere, to: []string{"93.184.215.14", "142.250.74.10"}, port: 80, want: true},
		{name: "no other ports of sites", from: everywhere, to: []string{"93.184.215.14", "2606:2800::1"}, port: 22},
		{name: "IPv4 sites behind NAT64", from: everywhere, to: []string{"64:ff9b::5db8:d70e", "64:ff9b::ac20:1"}, port: 443,
			want: true},
		{
			name: "private networks behind NAT64", from: released, port: 443, to: []string{
				"64:ff9b::a60:1", "64:ff9b::ac1f:ffff", "64:ff9b::c0a8:101", "64:ff9b::a9fe:a9fe", "64:ff9b::a83f:8110",
				"64:ff9b::7f00:1", "64:ff9b:1::5db8:d70e",
			},
		},
		{
			name: "a public network of the cluster behind NAT64", set: []string{"networkPolicy.clusterCIDRs={203.0.113.0/24}"},
			from: everywhere, to: []string{"64:ff9b::cb00:7108"}, port: 443,
		},
		{name: "a database behind NAT64", values: "production", from: everywhere, to: []string{"64:ff9b::a01:203"},
			port: 5432, want: true},
		{name: "no UDP to sites", from: everywhere, to: []string{"93.184.215.14"}, port: -443},
		{
			name: "metadata services", from: released,
			to: []string{"169.254.169.254", "168.63.129.16", "fd00:ec2::254", "fe80::a9fe:a9fe"}, port: 80,
		},
		{
			name: "private, cluster, shared, reserved and multicast networks", from: released, port: 443, to: []string{
				"10.96.0.1", "10.244.3.4", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "127.0.0.1", "0.0.0.1",
				"192.0.0.1", "198.18.0.1",
				"224.0.0.1", "255.255.255.255", "fd12:3456::1", "fc00::1", "fe80::1", "::1", "ff02::1", "64:ff9b::a00:1",
				"2002:a00:1::1", "2001::1", "2001:db8::1",
			},
		},
		{name: "pods of the cluster", from: released,
			to: []string{"pod of another namespace", "pod of the same namespace", "metrics-server"}, port: 443},
		{name: "the networks next to private ones are public", from: everywhere,
			to: []string{"172.15.255.255", "172.32.0.1", "11.0.0.1", "9.255.255.255", "100.128.0.1"}, port: 443, want: true},
		{name: "the web pod opens no connections", from: []string{"web", "postgresql", "added pod"},
			to: []string{"93.184.215.14", "coredns", "api"}, port: 443},
		{name: "no DNS for the web pod", from: []string{"web", "postgresql", "added pod"}, to: []string{"coredns"},
			port: -53},
		{name: "helm test", from: []string{"test"}, to: []string{"api", "web"}, port: 8080, want: true},
		{name: "helm test reads metrics", from: []string{"test"}, to: []string{"api", "worker"}, port: 9090, want: true},
		{name: "helm test opens no other connections", from: []string{"test"},
			to: []string{"93.184.215.14", "pod of the same namespace"}, port: 443},
		{name: "an added pod cannot be reached",
			from: []string{"ingress-nginx", "prometheus", "api", "pod of the same namespace"}, to: []string{"added pod"},
			port: 8080},
		{name: "no mail without a server", from: everywhere, to: []string{"198.51.100.7"}, port: 587},

		{name: "an external database", values: "production", from: everywhere,
			to: []string{"database pod", "10.1.2.3", "198.51.100.7", "fd12::5"}, port: 5432, want: true},
		{name: "the database's port at metadata services", values: "production", from: everywhere,
			to: []string{"169.254.169.254", "168.63.129.16", "fd00:ec2::254"}, port: 5432},
		{name: "the web pod and the database", values: "production", from: []string{"web", "added pod", "test"},
			to: []string{"database pod", "10.1.2.3"}, port: 5432},
		{name: "mail with an existing Secret", values: "production", from: []string{"api"},
			to: []string{"198.51.100.7", "10.1.2.3"}, port: 587, want: true},
		{name: "the worker sends no mail", values: "production", from: []string{"worker"},
			to: []string{"198.51.100.7", "10.1.2.3"}, port: 587},
		{
			name: "a narrowed database", values: "production",
			set:  []string{"networkPolicy.database.to[0].podSelector.matchLabels.cnpg\\.io/cluster=db"},
			from: everywhere, to: []string{"database pod"}, port: 5432, want: true,
		},
		{
			name: "only the narrowed database", values: "production",
			set:  []string{"networkPolicy.database.to[0].podSelector.matchLabels.cnpg\\.io/cluster=db"},
			from: everywhere, to: []string{"10.1.2.3", "pod of the same namespace"}, port: 5432,
		},
		{
			name: "the port of the database's address", values: "database-url",
			set:  []string{"secrets.databaseUrl=postgres://news:pa55word@db.example.org:6432/news"},
			from: everywhere, to: []string{"10.1.2.3"}, port: 6432, want: true,
		},
		{
			name: "a mail server's own port",
			set:  []string{"mail.server=smtp://mail.example.org:2525", "mail.from=a@example.org"},
			from: []string{"api"}, to: []string{"10.1.2.3"}, port: 2525, want: true,
		},
		{
			name: "a public network of the cluster",
			set:  []string{"networkPolicy.clusterCIDRs={203.0.113.0/24,2a00:1450:4001::/48,fd00::/8}"},
			from: everywhere, to: []string{"203.0.113.8", "2a00:1450:4001::8"}, port: 443,
		},
		{name: "the proxy", values: "everything", from: everywhere, to: []string{"10.1.2.3", "pod of another namespace"},
			port: 3128, want: true},
		{name: "no proxy at metadata services", values: "everything", from: everywhere, to: []string{"169.254.169.254"},
			port: 3128},
		{name: "a proxy without a port", set: []string{"fetch.proxy=https://proxy.example.org"}, from: everywhere,
			to: []string{"10.1.2.3"}, port: 443, want: true},
		{name: "extra ports of sites", values: "everything", from: everywhere, to: []string{"93.184.215.14"}, port: 8443,
			want: true},
		{name: "extra ports only of sites", values: "everything", from: everywhere,
			to: []string{"10.1.2.3", "169.254.169.254"}, port: 8443},
		{
			name: "additional egress",
			set: []string{"networkPolicy.extraEgress[0].to[0].ipBlock.cidr=10.7.0.0/16",
				"networkPolicy.extraEgress[0].ports[0].port=4317"},
			from: everywhere, to: []string{"10.7.1.1"}, port: 4317, want: true,
		},
		{name: "the auth emulator", values: "tests", from: []string{"api"}, to: []string{"pod of the same namespace"},
			port: 9099, want: true},
		{name: "no policies", set: []string{"networkPolicy.enabled=false"}, from: []string{"web", "pod of another namespace"},
			to: []string{"postgresql"}, port: 5432, want: true},
	} {
		t.Run(strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			values := test.values
			if values == "" {
				values = "evaluation"
			}
			var arguments []string
			for _, set := range test.set {
				arguments = append(arguments, "--set", set)
			}
			checkReachable(t, newCluster(render(t, values, arguments...)), test.from, test.to, test.port, test.want)
		})
	}
}

// checkReachable checks the connections from each party of from to each party of to. A negative
// port is a UDP port.
func checkReachable(t *testing.T, c cluster, from, to []string, port int32, want bool) {
	t.Helper()
	protocol := corev1.ProtocolTCP
	if port < 0 {
		protocol, port = corev1.ProtocolUDP, -port
	}
	for _, source := range from {
		if source == "postgresql" && c.parties[source].labels == nil {
			continue
		}
		for _, target := range to {
			if source != target && c.allows(t, c.party(t, source), c.party(t, target), protocol, port) != want {
				t.Errorf("%s to %s on %s %d: allowed is %t", source, target, protocol, port, !want)
			}
		}
	}
}

// TestPoliciesSelectAllPods checks that no pod of the release is without policies for both
// directions.
func TestPoliciesSelectAllPods(t *testing.T) {
	t.Parallel()
	for _, values := range valueSets(t) {
		all := render(t, values)
		for name, pod := range all.podTemplates() {
			directions := map[string]int{}
			for _, policy := range all.networkPolicies {
				if selects(t, &policy.Spec.PodSelector, pod.Labels) {
					for _, direction := range policy.Spec.PolicyTypes {
						directions[fmt.Sprint(direction)]++
					}
				}
			}
			// The default policy and the policy of the component.
			if directions["Ingress"] != 2 || directions["Egress"] != 2 {
				t.Errorf("%s: the policies of %s are %v", values, name, directions)
			}
		}
		if web := all.networkPolicies[componentName(all, "web")].Spec; len(web.Egress) != 0 ||
			!slices.Contains(web.PolicyTypes, "Egress") {
			t.Errorf("%s: the web pod has egress rules: %+v", values, web.Egress)
		}
	}
}

// componentName returns the name of a component's objects, whose prefix depends on the values.
func componentName(all objects, component string) string {
	for name, deployment := range all.deployments {
		if deployment.Labels["app.kubernetes.io/component"] == component {
			return name
		}
	}
	return ""
}

// TestEgressWithoutPorts checks that a rule without ports or peers is omitted: in Kubernetes, an
// empty list allows all of them.
func TestEgressWithoutPorts(t *testing.T) {
	t.Parallel()
	for _, sections := range []string{"dns", "database", "smtp", "proxy", "dns,database,smtp,proxy"} {
		for _, list := range []string{"to", "ports"} {
			for _, values := range []string{"production", "database-url", "everything", "evaluation"} {
				arguments := []string{"--skip-schema-validation"}
				for section := range strings.SplitSeq(sections, ",") {
					arguments = append(arguments, "--set-json", `networkPolicy.`+section+`={"`+list+`":[]}`)
				}
				if text, err := template(t, values, arguments...); err != nil {
					if !strings.Contains(err.Error(), "networkPolicy.database.ports is empty") {
						t.Errorf("%s with %v: %v", values, arguments, err)
					}
					continue
				} else if strings.Contains(text, "ports: null") {
					t.Errorf("%s with %v: a list of ports is null", values, arguments)
				}
				checkRulesOfPolicies(t, render(t, values, arguments...), values+" "+sections+"."+list)
			}
		}
	}
	if policy := render(t, "production", "--set-json",
		"networkPolicy.smtp.ports=[]").networkPolicies["news-newssources-api"]; len(policy.Spec.Egress) != 3 {
		t.Errorf("without ports of the mail server, the API has %d egress rules, want 3 (DNS, database, sites)",
			len(policy.Spec.Egress))
	}
}

// checkRulesOfPolicies checks that no egress rule of the chart allows all ports or all peers.
func checkRulesOfPolicies(t *testing.T, all objects, name string) {
	t.Helper()
	for policy, object := range all.networkPolicies {
		for _, rule := range object.Spec.Egress {
			byValues := len(rule.To) == 1 && rule.To[0].IPBlock != nil && rule.To[0].IPBlock.CIDR == "10.7.0.0/16" // extraEgress
			if (len(rule.Ports) == 0 || len(rule.To) == 0) && !byValues {
				t.Errorf("%s: %s allows all ports or all peers: %+v", name, policy, rule)
			}
		}
	}
}

// policyPorts returns the sorted numbers of ports.
func policyPorts(ports []networkingv1.NetworkPolicyPort) (numbers []int32) {
	for _, port := range ports {
		numbers = append(numbers, port.Port.IntVal)
	}
	slices.Sort(numbers)
	return numbers
}
