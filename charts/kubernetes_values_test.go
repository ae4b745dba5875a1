package charts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// invalidForKubernetes are values that the API server refuses, by their path in the values; "-"
// appends to a list.
var invalidForKubernetes = []struct{ place, value string }{
	{"/networkPolicy/extraEgress/-", `{"ports":[{"port":99999}]}`},
	{"/networkPolicy/extraEgress/-", `{"ports":[{"port":0}]}`},
	{"/networkPolicy/extraEgress/-", `{"ports":[{"port":"80"}]}`},
	{"/networkPolicy/extraEgress/-", `{"ports":[{"port":"HTTP"}]}`},
	{"/networkPolicy/extraEgress/-", `{"ports":[{"port":"a-name-of-16-let"}]}`},
	{"/networkPolicy/extraEgress/-", `{"ports":[{"port":80,"protocol":""}]}`},
	{"/networkPolicy/extraEgress/-", `{"ports":[{"endPort":90}]}`},
	{"/networkPolicy/extraEgress/-", `{"ports":[{"port":"http","endPort":90}]}`},
	{"/networkPolicy/extraEgress/-", `{"to":[{}]}`},
	{"/networkPolicy/extraEgress/-", `{"to":[{"ipBlock":{"cidr":""}}]}`},
	{"/networkPolicy/extraEgress/-", `{"to":[{"ipBlock":{"cidr":"10.0.0.0/8"},"podSelector":{}}]}`},
	{"/networkPolicy/extraEgress/-", `{"to":[{"podSelector":{"matchLabels":{"a b":"c"}}}]}`},
	{"/networkPolicy/extraEgress/-", `{"to":[{"podSelector":{"matchLabels":{"a":"b c"}}}]}`},
	{"/networkPolicy/metricsFrom/-", `{"namespaceSelector":{"matchExpressions":[{"key":"a","operator":"In"}]}}`},
	{"/networkPolicy/metricsFrom/-",
		`{"namespaceSelector":{"matchExpressions":[{"key":"a","operator":"Exists","values":["b"]}]}}`},
	{"/networkPolicy/metricsFrom/-", `{"namespaceSelector":{"matchExpressions":[{"key":"a/b/c","operator":"Exists"}]}}`},
	{"/api/tolerations/-", `{"key":"a","operator":"Exists","value":"b"}`},
	{"/api/tolerations/-", `{"operator":"Equal","value":"b"}`},
	{"/api/tolerations/-", `{}`},
	{"/api/tolerations/-", `{"key":"a b","operator":"Exists"}`},
	{"/api/tolerations/-", `{"key":"a","value":"b c"}`},
	{"/api/tolerations/-", `{"key":"a","effect":"NoSchedule","operator":"Exists","tolerationSeconds":30}`},
	{"/postgresql/tolerations/-", `{"key":"a","operator":"Exists","value":"b"}`},
	{"/api/topologySpreadConstraints/-", `{"maxSkew":1,"topologyKey":"","whenUnsatisfiable":"ScheduleAnyway"}`},
	{"/api/topologySpreadConstraints/-",
		`{"maxSkew":1,"topologyKey":"a","whenUnsatisfiable":"DoNotSchedule","minDomains":0}`},
	{"/api/topologySpreadConstraints/-",
		`{"maxSkew":1,"topologyKey":"a","whenUnsatisfiable":"ScheduleAnyway","minDomains":2}`},
	{"/api/topologySpreadConstraints/-",
		`{"maxSkew":1,"topologyKey":"a","whenUnsatisfiable":"ScheduleAnyway","nodeTaintsPolicy":"honor"}`},
	{"/api/topologySpreadConstraints/-",
		`{"maxSkew":1,"topologyKey":"a","whenUnsatisfiable":"ScheduleAnyway","matchLabelKeys":["a"]}`},
	{"/api/hostAliases/-", `{"ip":"10.0.0.1","hostnames":["A_b"]}`},
	{"/api/hostAliases/-", `{"ip":"10.0.0.1","hostnames":[""]}`},
	{"/api/dnsConfig/searches", `["a b"]`},
	{"/api/dnsConfig/nameservers", `["10.0.0.1","10.0.0.2","10.0.0.3","10.0.0.4"]`},
	{"/api/dnsConfig/options", `[{"value":"2"}]`},
	{"/api/affinity/nodeAffinity", `{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[]}}`},
	{"/worker/affinity/nodeAffinity",
		`{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"cpus","operator":"Gt","values":["4","5"]}]}]}}`},
	{"/web/affinity/nodeAffinity",
		`{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.labels","operator":"In","values":["a"]}]}]}}`},
	{"/api/affinity/podAffinity", `{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"a b"}]}`},
	{"/worker/affinity/podAffinity",
		`{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"zone","namespaces":["News"]}]}`},
	{"/api/extraEnv/-", `{"name":"A","value":"b","valueFrom":{"fieldRef":{"fieldPath":"status.podIP"}}}`},
	{"/api/extraEnv/-", `{"name":"A","valueFrom":{}}`},
	{"/api/extraEnv/-", `{"name":"A","valueFrom":{"fieldRef":{"fieldPath":"status.podip"}}}`},
	{"/api/extraEnv/-", `{"name":"A","valueFrom":{"fieldRef":{"fieldPath":"metadata.labels"}}}`},
	{"/api/extraEnv/-", `{"name":"A","valueFrom":{"resourceFieldRef":{"resource":"limits.memories"}}}`},
	{"/api/extraEnv/-", `{"name":"A","valueFrom":{"secretKeyRef":{"name":"News_Secrets","key":"a"}}}`},
	{"/api/extraEnv/-", `{"name":"A","valueFrom":{"secretKeyRef":{"name":"news","key":"a b"}}}`},
	{"/api/extraEnv/-", `{"name":"A","valueFrom":{"secretKeyRef":{"key":"a"}}}`},
	{"/api/extraEnvFrom/-", `{"prefix":"A_"}`},
	{"/api/extraEnvFrom/-", `{"configMapRef":{"name":"a"},"secretRef":{"name":"b"}}`},
	{"/api/extraEnvFrom/-", `{"configMapRef":{"name":"A"}}`},
	{"/api/extraVolumes/-", `{"name":"a.b","emptyDir":{}}`},
	{"/api/extraVolumes/-", `{"name":"a","emptyDir":{},"configMap":{"name":"b"}}`},
	{"/api/extraVolumes/-", `{"name":"a","emptyDir":{"sizeLimit":"1 Gi"}}`},
	{"/api/extraVolumes/-", `{"name":"a","emptyDir":{"medium":"memory"}}`},
	{"/api/extraVolumes/-", `{"name":"a","configMap":{}}`},
	{"/api/extraVolumes/-", `{"name":"a","secret":{"secretName":"b","defaultMode":644}}`},
	{"/api/extraVolumes/-", `{"name":"a","secret":{"secretName":"b","items":[{"key":"c","path":"../d"}]}}`},
	{"/api/extraVolumes/-", `{"name":"a","hostPath":{"path":"/a","type":"directory"}}`},
	{"/api/extraVolumes/-", `{"name":"a","csi":{"driver":"a b"}}`},
	{"/api/extraVolumes/-", `{"name":"a","ephemeral":{"volumeClaimTemplate":{"spec":{"accessModes":["RWO"],"resources":{"requests":{"storage":"1Gi"}}}}}}`},
	{"/api/extraVolumes/-", `{"name":"a","ephemeral":{"volumeClaimTemplate":{"spec":{"accessModes":["ReadWriteOnce"]}}}}`},
	{"/api/extraVolumes/-", `{"name":"a","projected":{"sources":[{"serviceAccountToken":{"path":"t","expirationSeconds":60}}]}}`},
	{"/api/extraVolumeMounts/-", `{"name":"a","mountPath":"/a","subPath":"../b"}`},
	{"/api/extraVolumeMounts/-", `{"name":"a","mountPath":"/a","subPath":"b","subPathExpr":"$(C)"}`},
	{"/api/extraVolumeMounts/-", `{"name":"a","mountPath":"/a","mountPropagation":"none"}`},
	{"/api/extraVolumeMounts/-", `{"name":"a","mountPath":"/a","recursiveReadOnly":"Enabled"}`},
	{"/api/extraContainers/-", `{"name":"a","image":""}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","ports":[{"containerPort":80,"name":"HTTP"}]}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","ports":[{"containerPort":80,"hostPort":70000}]}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","livenessProbe":{"periodSeconds":5}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","livenessProbe":{"httpGet":{"port":99999}}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","livenessProbe":{"tcpSocket":{"port":80},"successThreshold":2}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","livenessProbe":{"tcpSocket":{"port":80},"failureThreshold":-1}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","readinessProbe":{"httpGet":{"port":80,"scheme":"https"}}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","lifecycle":{"preStop":{}}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","lifecycle":{"preStop":{"exec":{}}}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","resources":{"limits":{"memory":"1 Gi"}}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","resources":{"limits":{"mem":"1Gi"}}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","resources":{"limits":{"memory":-1}}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","terminationMessagePolicy":"Log"}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","securityContext":{"runAsUser":4294967296}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","securityContext":{"seccompProfile":{"type":"Localhost"}}}`},
	{"/api/extraContainers/-",
		`{"name":"a","image":"b","securityContext":{"privileged":true,"allowPrivilegeEscalation":false}}`},
	{"/api/extraContainers/-", `{"name":"a","image":"b","securityContext":{"procMount":"default"}}`},
	{"/api/extraInitContainers/-", `{"name":"a","image":"b","livenessProbe":{"tcpSocket":{"port":80}}}`},
	{"/api/podSecurityContext/fsGroup", `4294967296`},
	{"/api/podSecurityContext/supplementalGroups", `[-1]`},
	{"/api/podSecurityContext/supplementalGroupsPolicy", `"merge"`},
	{"/api/podSecurityContext/sysctls", `[{"name":"Net.core","value":"1"}]`},
	{"/api/podSecurityContext/fsGroupChangePolicy", `""`},
	{"/api/securityContext/privileged", `true`},
	{"/worker/resources/requests/memory", `-1`},
	{"/web/resources/requests", `{"memry":"1Mi"}`},
	{"/postgresql/resources/limits", `{"nvidia.com/gpu":0.5}`},
	{"/api/readinessProbe", `{"terminationGracePeriodSeconds":10}`},
	{"/api/service/loadBalancerClass", `"a b"`},
	{"/api/service/loadBalancerSourceRanges", `[""]`},
	{"/worker/nodeSelector", `{"a..b/c":"d"}`},
	{"/imagePullSecrets/-", `""`},
	{"/commonLabels", `{"a.-b/c":"d"}`},
	{"/ingress/annotations", `{"a b":"c"}`},
	{"/dashboards/annotations", `{"a b":"c"}`},
	{"/dashboards/labels", `{"a":"b c"}`},
	{"/prometheusRule/key", `"a"`},
	{"/gateway/parentRefs/-", `{"name":"Public"}`},
	{"/gateway/parentRefs/-", `{"name":"public","namespace":"a b"}`},
	{"/gateway/parentRefs/-", `{"name":"public","sectionName":"HTTPS_1"}`},
	{"/metrics/serviceMonitor/relabelings/-", `{"action":"replace","replacement":"a"}`},
	{"/metrics/serviceMonitor/relabelings/-", `{"action":"hashmod","modulus":2}`},
	{"/api/autoscaling/metrics/-",
		`{"type":"Resource","pods":{"metric":{"name":"a"},"target":{"type":"AverageValue","averageValue":"1"}}}`},
	{"/api/autoscaling/metrics/-", `{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization"}}}`},
	{"/api/autoscaling/metrics/-",
		`{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":0}}}`},
	{"/api/autoscaling/metrics/-",
		`{"type":"Pods","pods":{"metric":{"name":"a"},"target":{"type":"AverageValue","averageValue":"0"}}}`},
	{"/api/autoscaling/metrics/-",
		`{"type":"External","external":{"metric":{"name":"a/b"},"target":{"type":"Value","value":"1"}}}`},
	{"/api/autoscaling/behavior/scaleUp/policies", `[]`},
	{"/api/autoscaling/behavior/scaleDown/selectPolicy", `""`},
}

// validForKubernetes are less common values that the API server accepts.
var validForKubernetes = []struct{ place, value string }{
	{"/networkPolicy/extraEgress/-",
		`{"ports":[{"port":"http"},{"port":"8080-tls"},{"port":1000,"endPort":2000,"protocol":"UDP"},{"protocol":"SCTP"}]}`},
	{"/networkPolicy/extraEgress/-",
		`{"to":[{"ipBlock":{"cidr":"fd00::/8","except":["fd00:1::/32"]}},{"podSelector":{},"namespaceSelector":{}}]}`},
	{"/networkPolicy/metricsFrom/-",
		`{"namespaceSelector":{"matchExpressions":[{"key":"a.b/C","operator":"NotIn","values":["d",""]},{"key":"e","operator":"Exists"},{"key":"f","operator":"DoesNotExist","values":[]}]}}`},
	{"/api/tolerations/-", `{"operator":"Exists"}`},
	{"/api/tolerations/-", `{"key":"a","operator":"Exists","effect":"NoExecute","tolerationSeconds":-1}`},
	{"/api/tolerations/-", `{"key":"a.b/C_d"}`},
	{"/api/tolerations/-", `{"key":"a","value":"","effect":""}`},
	{"/api/tolerations/-", `{"key":"a","operator":"Gt","value":"5","effect":"NoSchedule"}`},
	{"/api/topologySpreadConstraints/-",
		`{"maxSkew":1,"topologyKey":"a.b/zone","whenUnsatisfiable":"DoNotSchedule","minDomains":3,"labelSelector":{"matchLabels":{"example.org/tier":"a"}},"matchLabelKeys":["pod-template-hash"],"nodeAffinityPolicy":"Ignore"}`},
	{"/api/hostAliases/-", `{"ip":"fd00::5","hostnames":["a","b.example"]}`},
	{"/api/hostAliases/-", `{"ip":"::ffff:10.0.0.1","hostnames":["1.example"]}`},
	{"/api/dnsConfig/searches", `[".","svc.cluster.local.","_dns.a_b.example"]`},
	{"/api/dnsConfig/options", `[{"name":"ndots","value":"2"},{"name":"edns0"}]`},
	{"/api/affinity/nodeAffinity",
		`{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"a","operator":"In","values":["b"]},{"key":"a","operator":"NotIn","values":["b"]},{"key":"a","operator":"Exists"},{"key":"a","operator":"DoesNotExist"},{"key":"a","operator":"Gt","values":["4"]},{"key":"a","operator":"Lt","values":["9"]}],"matchFields":[{"key":"metadata.name","operator":"In","values":["node.1"]}]}]}}`},
	{"/api/affinity/podAntiAffinity",
		`{"preferredDuringSchedulingIgnoredDuringExecution":[{"weight":100,"podAffinityTerm":{"topologyKey":"zone","labelSelector":{},"namespaces":["news"],"matchLabelKeys":["a"],"namespaceSelector":{}}}]}`},
	{"/api/extraEnv/-", `{"name":"a.b-c d","value":""}`},
	{"/api/extraEnv/-", `{"name":"B","value":"","valueFrom":{"fieldRef":{"fieldPath":"metadata.annotations['a.b/c']"}}}`},
	{"/api/extraEnv/-", `{"name":"C","valueFrom":{"resourceFieldRef":{"resource":"limits.hugepages-2Mi","divisor":"1Mi"}}}`},
	{"/api/extraEnv/-", `{"name":"D","valueFrom":{"resourceFieldRef":{"resource":"requests.cpu","divisor":1}}}`},
	{"/api/extraEnvFrom/-", `{"prefix":"P_","secretRef":{"name":"a.b","optional":true}}`},
	{"/api/extraVolumes/-", `{"name":"a"}`},
	{"/api/extraVolumes/-", `{"name":"b","emptyDir":{"medium":"HugePages-2Mi","sizeLimit":"0.5Gi"}}`},
	{"/api/extraVolumes/-", `{"name":"c","configMap":{"name":"a.b","defaultMode":511,"items":[{"key":"a b","path":"b/..c/.d"}]}}`},
	{"/api/extraVolumes/-", `{"name":"d","csi":{"driver":"Secrets-store.csi.k8s.io","readOnly":true,"nodePublishSecretRef":{"name":"a"}}}`},
	{"/api/extraVolumes/-", `{"name":"e","projected":{"sources":[{"serviceAccountToken":{"path":"a/t","expirationSeconds":600}},{"downwardAPI":{"items":[{"path":"l","fieldRef":{"fieldPath":"metadata.labels"}}]}}]}}`},
	{"/api/extraVolumes/-", `{"name":"f","ephemeral":{"volumeClaimTemplate":{"spec":{"accessModes":["ReadWriteOncePod"],"storageClassName":"","resources":{"requests":{"storage":"1e9"}}}}}}`},
	{"/api/extraVolumes/-", `{"name":"g","hostPath":{"path":"/","type":""}}`},
	{"/api/extraVolumes/-", `{"name":"h","nfs":{"server":"fd00::1","path":"/a b"}}`},
	{"/api/extraVolumeMounts/-", `{"name":"a","mountPath":"/mnt/a","subPath":"..a/./b"}`},
	{"/api/extraVolumeMounts/-", `{"name":"b","mountPath":"/mnt/b","readOnly":true,"recursiveReadOnly":"IfPossible"}`},
	{"/api/extraContainers/-",
		`{"name":"a","image":"localhost:5000/a@` + digest +
			`","ports":[{"containerPort":53,"protocol":"UDP","name":"dns-1"}],"resources":{"requests":{"cpu":0.5,"memory":"1e3","ephemeral-storage":".5Gi"},"limits":{"cpu":"+1","memory":"100Mi","example.org/fpga":2}},"lifecycle":{"preStop":{"sleep":{"seconds":0}}},"livenessProbe":{"grpc":{"port":80},"periodSeconds":0},"readinessProbe":{"httpGet":{"port":"dns-1"},"successThreshold":3}}`},
	{"/api/extraContainers/-",
		`{"name":"b","image":"b","securityContext":{"runAsUser":2147483647,"seccompProfile":{"type":"Localhost","localhostProfile":"a/b.json"},"privileged":false,"capabilities":{"add":["NET_BIND_SERVICE"]}},"volumeMounts":[{"name":"a","mountPath":"relative/path"}]}`},
	{"/api/extraInitContainers/-",
		`{"name":"c","image":"b","restartPolicy":"Always","startupProbe":{"exec":{"command":["a"]}}}`},
	{"/api/podSecurityContext/sysctls", `[{"name":"net/ipv4/ip_local_port_range","value":""}]`},
	{"/api/resources", `{"requests":{"cpu":"0.5","memory":"1e8","hugepages-2Mi":"4Mi"},"limits":{"cpu":"1500m","memory":0.5e9,"hugepages-2Mi":"4Mi"}}`},
	{"/worker/resources", `{"requests":{"cpu":"100000u","memory":"128974848"},"limits":{"memory":"1P"}}`},
	{"/postgresql/size", `"0.5Ti"`},
	{"/api/service", `{"type":"LoadBalancer","loadBalancerClass":"example.org/internal","loadBalancerSourceRanges":["fd00::/8"]}`},
	{"/web/service", `{"type":"NodePort","nodePort":31000,"externalTrafficPolicy":"Local"}`},
	{"/api/nodeSelector", `{"a.b/c":""}`},
	{"/api/priorityClassName", `"system-node.critical"`},
	{"/ingress/annotations", `{"nginx.ingress.kubernetes.io/proxy-body-size":"8m"}`},
	{"/gateway/parentRefs/-", `{"name":"public.gateway","namespace":"gateways","group":"","kind":"Service","port":443}`},
	{"/metrics/serviceMonitor/relabelings/-", `{"targetLabel":"a"}`},
	{"/metrics/serviceMonitor/relabelings/-", `{"action":"LabelDrop","regex":"a.*"}`},
	{"/api/autoscaling/metrics/-",
		`{"type":"Object","object":{"metric":{"name":"m:a","selector":{"matchLabels":{"a":"b"}}},"describedObject":{"kind":"Service","name":"s","apiVersion":"v1"},"target":{"type":"Value","value":"0.5"}}}`},
	{"/api/autoscaling/metrics/-",
		`{"type":"ContainerResource","containerResource":{"name":"memory","container":"api","target":{"type":"AverageValue","averageValue":"1e9"}}}`},
	{"/api/autoscaling/behavior/scaleUp", `{"selectPolicy":"Disabled","tolerance":"0.1"}`},
}

// TestValuesThatKubernetesRefuses checks that values that the API server refuses are refused when
// rendering. Helm reports all of them.
func TestValuesThatKubernetesRefuses(t *testing.T) {
	t.Parallel()
	values := map[string]any{}
	places := make([]string, 0, len(invalidForKubernetes))
	for _, row := range invalidForKubernetes {
		places = append(places, setValue(t, values, row.place, row.value))
	}
	_, err := template(t, "evaluation", "--values", writeValues(t, values))
	if err == nil {
		t.Fatal("the values are accepted")
	}
	for i, row := range invalidForKubernetes {
		if !regexp.MustCompile(`'` + places[i] + `['/]|` + unknownField(places[i])).MatchString(err.Error()) {
			t.Errorf("%s is accepted: %s", places[i], row.value)
		}
	}
}

// TestUncommonValues checks that values that the API server accepts are accepted, and that the
// objects are valid with them.
func TestUncommonValues(t *testing.T) {
	t.Parallel()
	values := map[string]any{}
	for _, row := range validForKubernetes {
		setValue(t, values, row.place, row.value)
	}
	for _, section := range []string{"api", "worker", "web"} { // so that all objects are rendered
		setValue(t, values, "/"+section+"/autoscaling/enabled", "true")
	}
	setValue(t, values, "/gateway/enabled", "true")
	setValue(t, values, "/metrics/serviceMonitor/enabled", "true")
	checkSchemas(t, render(t, "evaluation", "--values", writeValues(t, values)))
}

// unknownField returns a pattern for Helm's message that the last part of a path is an unknown
// field.
func unknownField(place string) string {
	i := strings.LastIndex(place, "/")
	return `'` + place[:i] + `': additional properties '` + place[i+1:] + `' not allowed`
}

// setValue sets a value in values and returns its path, in which "-" is replaced by the index.
func setValue(t *testing.T, values map[string]any, place, text string) string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	parts := strings.Split(strings.TrimPrefix(place, "/"), "/")
	last := parts[len(parts)-1]
	if last == "-" {
		parts = parts[:len(parts)-1]
	}
	for _, part := range parts[:len(parts)-1] {
		next, found := values[part].(map[string]any)
		if !found {
			next = map[string]any{}
			values[part] = next
		}
		values = next
	}
	name := parts[len(parts)-1]
	if last != "-" {
		values[name] = value
		return place
	}
	list, _ := values[name].([]any)
	values[name] = append(list, value)
	return strings.TrimSuffix(place, "-") + strconv.Itoa(len(list))
}

// writeValues writes values to a file and returns its path.
func writeValues(t *testing.T, values map[string]any) string {
	t.Helper()
	text, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "values.yaml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
