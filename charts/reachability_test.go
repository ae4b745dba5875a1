package charts_test

import (
	"maps"
	"net/netip"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// releaseNamespace is the namespace of the pods of the release.
const releaseNamespace = "news"

// party is a pod or, if it has no namespace, an address outside the cluster.
type party struct {
	address   netip.Addr
	namespace string
	labels    map[string]string
	ports     map[string]int32 // named ports of the containers
}

// cluster evaluates the NetworkPolicies of a release as the Kubernetes documentation describes
// them: a pod that a policy selects for a direction may only have the connections that one of these
// policies allows; others are not restricted.
type cluster struct {
	policies map[string]networkingv1.NetworkPolicy
	parties  map[string]party
}

// newCluster returns the pods of the release and its neighbors.
func newCluster(all objects) cluster {
	parties := map[string]party{
		"ingress-nginx": {address: netip.MustParseAddr("10.244.9.1"), namespace: "ingress-nginx"},
		"traefik of k3s": {address: netip.MustParseAddr("10.244.9.2"), namespace: "kube-system",
			labels: map[string]string{"app.kubernetes.io/name": "traefik"}},
		"prometheus": {address: netip.MustParseAddr("10.244.9.3"), namespace: "monitoring"},
		"coredns": {address: netip.MustParseAddr("10.244.9.4"), namespace: "kube-system",
			labels: map[string]string{"k8s-app": "kube-dns"}},
		"metrics-server":            {address: netip.MustParseAddr("10.244.9.5"), namespace: "kube-system"},
		"pod of another namespace":  {address: netip.MustParseAddr("10.244.9.6"), namespace: "shop"},
		"pod of the same namespace": {address: netip.MustParseAddr("10.244.9.7"), namespace: releaseNamespace},
		"database pod": {address: netip.MustParseAddr("10.244.9.8"), namespace: releaseNamespace,
			labels: map[string]string{"cnpg.io/cluster": "db"}},
	}
	for _, pod := range all.podTemplates() {
		component := pod.Labels["app.kubernetes.io/component"]
		ports := map[string]int32{}
		for _, container := range pod.Spec.Containers {
			for _, port := range container.Ports {
				ports[port.Name] = port.ContainerPort
			}
		}
		parties[component] = party{address: netip.MustParseAddr("10.244.1.1"), namespace: releaseNamespace,
			labels: pod.Labels, ports: ports}
	}
	// A pod of the release that is not part of the chart, such as one of extraObjects.
	other := maps.Clone(parties["web"].labels)
	other["app.kubernetes.io/component"] = "other"
	parties["added pod"] = party{address: netip.MustParseAddr("10.244.1.9"), namespace: releaseNamespace, labels: other}
	return cluster{policies: all.networkPolicies, parties: parties}
}

// party returns a pod by its name, or an address.
func (c cluster) party(t *testing.T, name string) party {
	t.Helper()
	if found, known := c.parties[name]; known {
		return found
	}
	address, err := netip.ParseAddr(name)
	if err != nil {
		t.Fatalf("%q is neither a pod nor an address", name)
	}
	return party{address: address}
}

// allows reports whether the policies allow a connection to a port.
func (c cluster) allows(t *testing.T, from, to party, protocol corev1.Protocol, port int32) bool {
	t.Helper()
	egress, ingress := from.namespace != releaseNamespace, to.namespace != releaseNamespace
	egressSelected, ingressSelected := false, false
	for _, policy := range c.policies {
		if from.namespace == releaseNamespace && selects(t, &policy.Spec.PodSelector, from.labels) &&
			slices.Contains(policy.Spec.PolicyTypes, networkingv1.PolicyTypeEgress) {
			egressSelected = true
			egress = egress || slices.ContainsFunc(policy.Spec.Egress, func(rule networkingv1.NetworkPolicyEgressRule) bool {
				return matchesPeers(t, rule.To, to) && matchesPorts(rule.Ports, to, protocol, port)
			})
		}
		if to.namespace == releaseNamespace && selects(t, &policy.Spec.PodSelector, to.labels) &&
			slices.Contains(policy.Spec.PolicyTypes, networkingv1.PolicyTypeIngress) {
			ingressSelected = true
			ingress = ingress || slices.ContainsFunc(policy.Spec.Ingress, func(rule networkingv1.NetworkPolicyIngressRule) bool {
				return matchesPeers(t, rule.From, from) && matchesPorts(rule.Ports, to, protocol, port)
			})
		}
	}
	return (egress || !egressSelected) && (ingress || !ingressSelected)
}

func selects(t *testing.T, selector *metav1.LabelSelector, set map[string]string) bool {
	t.Helper()
	parsed, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Matches(labels.Set(set))
}

// matchesPeers reports whether one of the peers is the party. No peers means all. An ipBlock also
// matches pods: network plugins differ in this, and a policy must not depend on it.
func matchesPeers(t *testing.T, peers []networkingv1.NetworkPolicyPeer, other party) bool {
	t.Helper()
	return len(peers) == 0 || slices.ContainsFunc(peers, func(peer networkingv1.NetworkPolicyPeer) bool {
		if block := peer.IPBlock; block != nil {
			return netip.MustParsePrefix(block.CIDR).Contains(other.address) &&
				!slices.ContainsFunc(block.Except, func(except string) bool {
					return netip.MustParsePrefix(except).Contains(other.address)
				})
		}
		if other.namespace == "" {
			return false
		}
		inNamespace := other.namespace == releaseNamespace
		if peer.NamespaceSelector != nil {
			inNamespace = selects(t, peer.NamespaceSelector, map[string]string{corev1.LabelMetadataName: other.namespace})
		}
		return inNamespace && (peer.PodSelector == nil || selects(t, peer.PodSelector, other.labels))
	})
}

// matchesPorts reports whether the rule contains the port. No ports means all.
func matchesPorts(ports []networkingv1.NetworkPolicyPort, to party, protocol corev1.Protocol, port int32) bool {
	return len(ports) == 0 || slices.ContainsFunc(ports, func(rule networkingv1.NetworkPolicyPort) bool {
		ruleProtocol := corev1.ProtocolTCP
		if rule.Protocol != nil {
			ruleProtocol = *rule.Protocol
		}
		if ruleProtocol != protocol {
			return false
		}
		switch {
		case rule.Port == nil:
			return true
		case rule.Port.StrVal != "":
			return to.ports[rule.Port.StrVal] == port
		case rule.EndPort != nil:
			return rule.Port.IntVal <= port && port <= *rule.EndPort
		default:
			return rule.Port.IntVal == port
		}
	})
}
