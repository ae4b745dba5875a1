package charts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	valuesSchema      = "newssources/values.schema.json"
	valueDefinitions  = "#/definitions/"
	publishedSchemas  = "#/components/schemas/"
	kubernetesSchemas = "io.k8s."
)

// TestValuesSchemaHasPublishedSchemas checks that the definitions of Kubernetes in the schema of the values are those that Kubernetes
// publishes, so that Helm refuses unknown fields of affinity, extraEgress and the like. With -update, it writes them.
func TestValuesSchemaHasPublishedSchemas(t *testing.T) {
	text, err := os.ReadFile(valuesSchema)
	if err != nil {
		t.Fatal(err)
	}
	compareGolden(t, valuesSchema, string(withDefinitions(t, text)))
}

// withDefinitions returns the schema of the values with the published schemas that it refers to, one per line.
func withDefinitions(t *testing.T, text []byte) []byte {
	t.Helper()
	generated := regexp.MustCompile(`(?m)^    "` + regexp.QuoteMeta(kubernetesSchemas) + `.*\n`)
	written := generated.ReplaceAll(text, nil)
	published := publishedDefinitions(t)
	needed := map[string]any{}
	for _, match := range regexp.MustCompile(valueDefinitions+`(io\.k8s\.[A-Za-z0-9.]+)`).FindAllSubmatch(written, -1) {
		keepReachable(published, string(match[1]), needed)
	}
	names := make([]string, 0, len(needed))
	for name := range needed {
		names = append(names, name)
	}
	slices.Sort(names)
	var lines strings.Builder
	for _, name := range names {
		line, err := json.Marshal(withFieldRules(name, needed[name]))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "    %q: %s,\n", name, strings.ReplaceAll(string(line), publishedSchemas, valueDefinitions))
	}
	start := []byte("  \"definitions\": {\n")
	return bytes.Replace(written, start, append(slices.Clone(start), lines.String()...), 1)
}

// fieldRules are rules of fields that Kubernetes checks but does not publish in its schemas.
var fieldRules = map[string]string{
	"core.v1.Toleration.operator":                               `{"enum":["","Exists","Equal","Lt","Gt"]}`,
	"core.v1.Toleration.effect":                                 `{"enum":["","NoSchedule","PreferNoSchedule","NoExecute"]}`,
	"core.v1.NodeSelectorRequirement.operator":                  `{"enum":["In","NotIn","Exists","DoesNotExist","Gt","Lt"]}`,
	"core.v1.TopologySpreadConstraint.whenUnsatisfiable":        `{"enum":["DoNotSchedule","ScheduleAnyway"]}`,
	"core.v1.TopologySpreadConstraint.maxSkew":                  `{"minimum":1}`,
	"core.v1.PreferredSchedulingTerm.weight":                    `{"minimum":1,"maximum":100}`,
	"core.v1.WeightedPodAffinityTerm.weight":                    `{"minimum":1,"maximum":100}`,
	"core.v1.PodAffinityTerm.topologyKey":                       `{"minLength":1}`,
	"core.v1.Container.imagePullPolicy":                         `{"enum":["","Always","IfNotPresent","Never"]}`,
	"core.v1.Container.restartPolicy":                           `{"enum":["","Always","OnFailure","Never"]}`,
	"core.v1.Container.name":                                    `{"pattern":"^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"}`,
	"core.v1.ContainerPort.containerPort":                       `{"minimum":1,"maximum":65535}`,
	"core.v1.ContainerPort.protocol":                            `{"enum":["","TCP","UDP","SCTP"]}`,
	"core.v1.EnvVar.name":                                       `{"pattern":"^[!-<>-~]+$"}`,
	"core.v1.HostAlias.ip":                                      `{"pattern":"^([0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F:.]*)$"}`,
	"core.v1.PodSecurityContext.runAsUser":                      `{"minimum":0}`,
	"core.v1.PodSecurityContext.runAsGroup":                     `{"minimum":0}`,
	"core.v1.PodSecurityContext.fsGroup":                        `{"minimum":0}`,
	"core.v1.PodSecurityContext.fsGroupChangePolicy":            `{"enum":["","Always","OnRootMismatch"]}`,
	"core.v1.SecurityContext.runAsUser":                         `{"minimum":0}`,
	"core.v1.SecurityContext.runAsGroup":                        `{"minimum":0}`,
	"core.v1.SeccompProfile.type":                               `{"enum":["RuntimeDefault","Localhost","Unconfined"]}`,
	"core.v1.AppArmorProfile.type":                              `{"enum":["RuntimeDefault","Localhost","Unconfined"]}`,
	"core.v1.VolumeMount.mountPath":                             `{"minLength":1,"pattern":"^[^:]+$"}`,
	"networking.v1.NetworkPolicyPort.protocol":                  `{"enum":["","TCP","UDP","SCTP"]}`,
	"networking.v1.NetworkPolicyPort.endPort":                   `{"minimum":1,"maximum":65535}`,
	"autoscaling.v2.MetricSpec.type":                            `{"enum":["Resource","ContainerResource","Pods","Object","External"]}`,
	"autoscaling.v2.MetricTarget.type":                          `{"enum":["Utilization","Value","AverageValue"]}`,
	"autoscaling.v2.HPAScalingPolicy.type":                      `{"enum":["Pods","Percent"]}`,
	"autoscaling.v2.HPAScalingPolicy.value":                     `{"minimum":1}`,
	"autoscaling.v2.HPAScalingPolicy.periodSeconds":             `{"minimum":1,"maximum":1800}`,
	"autoscaling.v2.HPAScalingRules.selectPolicy":               `{"enum":["","Max","Min","Disabled"]}`,
	"autoscaling.v2.HPAScalingRules.stabilizationWindowSeconds": `{"minimum":0,"maximum":3600}`,
	"meta.v1.LabelSelectorRequirement.operator":                 `{"enum":["In","NotIn","Exists","DoesNotExist"]}`,
}

// withFieldRules returns a published schema with fieldRules, the range of int32, and an image for each container.
func withFieldRules(name string, schema any) any {
	object, isObject := schema.(map[string]any)
	properties, hasProperties := object["properties"].(map[string]any)
	if !isObject || !hasProperties {
		return schema
	}
	for field, property := range properties {
		rules, isMap := property.(map[string]any)
		if !isMap {
			continue
		}
		if rules["format"] == "int32" {
			rules["maximum"] = math.MaxInt32
		}
		for suffix, text := range fieldRules {
			if strings.HasSuffix(name+"."+field, "."+suffix) {
				if err := json.Unmarshal([]byte(text), &rules); err != nil {
					panic(suffix + ": " + err.Error())
				}
			}
		}
	}
	if strings.HasSuffix(name, ".core.v1.Container") {
		object["required"] = []string{"name", "image"}
	}
	return object
}

// publishedDefinitions returns the schemas in testdata/schemas/published.json.
func publishedDefinitions(t *testing.T) map[string]any {
	t.Helper()
	text, err := os.ReadFile("testdata/schemas/published.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	return document.Components.Schemas
}
