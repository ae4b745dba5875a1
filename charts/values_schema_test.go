package charts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path"
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

// TestValuesSchemaHasPublishedSchemas checks that the definitions of Kubernetes in the schema of
// the values are those that Kubernetes publishes, so that Helm refuses unknown fields of affinity,
// extraEgress and the like. With -update, it writes them.
func TestValuesSchemaHasPublishedSchemas(t *testing.T) {
	text, err := os.ReadFile(valuesSchema)
	if err != nil {
		t.Fatal(err)
	}
	compareGolden(t, valuesSchema, string(withDefinitions(t, text)))
}

// withDefinitions returns the schema of the values with the published schemas that it refers to,
// one per line.
func withDefinitions(t *testing.T, text []byte) []byte {
	t.Helper()
	generated := regexp.MustCompile(`(?m)^    "` + regexp.QuoteMeta(kubernetesSchemas) + `.*\n`)
	written := generated.ReplaceAll(text, nil)
	published := publishedDefinitions(t)
	addUnpublishedRules(t, published)
	needed := map[string]any{}
	for _, match := range regexp.MustCompile(valueDefinitions+`(io\.k8s\.[A-Za-z0-9.]+)`).FindAllSubmatch(written, -1) {
		keepReachable(published, string(match[1]), needed)
	}
	names := make([]string, 0, len(needed))
	for name := range needed {
		if strings.HasPrefix(name, kubernetesSchemas) { // not a definition that a rule refers to
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var lines strings.Builder
	for _, name := range names {
		line, err := json.Marshal(needed[name])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "    %q: %s,\n", name, strings.ReplaceAll(string(line), publishedSchemas, valueDefinitions))
	}
	start := []byte("  \"definitions\": {\n")
	return bytes.Replace(written, start, append(slices.Clone(start), lines.String()...), 1)
}

// addUnpublishedRules adds the rules in testdata/schemas/rules.yaml to the published schemas.
func addUnpublishedRules(t *testing.T, schemas map[string]any) {
	t.Helper()
	for _, schema := range schemas {
		addRangeOfInt32(schema)
	}
	var rules []struct {
		Rule map[string]any
		For  []string
	}
	readYAML(t, "testdata/schemas/rules.yaml", &rules)
	for _, rule := range rules {
		for _, target := range rule.For {
			schema := schemaOf(schemas, target)
			if schema == nil {
				t.Fatalf("testdata/schemas/rules.yaml: there is no field %s", target)
			}
			if isRuleOfValue(rule.Rule) {
				maps.Copy(schema, rule.Rule)
				continue
			}
			all, _ := schema["allOf"].([]any)
			schema["allOf"] = append(slices.Clone(all), rule.Rule)
		}
	}
}

// isRuleOfValue reports whether a rule has no keyword that a published schema or another rule may
// have as well.
func isRuleOfValue(rule map[string]any) bool {
	for keyword := range rule {
		if !slices.Contains([]string{"enum", "pattern", "minimum", "maximum", "exclusiveMinimum", "multipleOf", "minLength",
			"maxLength", "minItems", "maxItems", "uniqueItems"}, keyword) {
			return false
		}
	}
	return true
}

// schemaOf returns the published schema of an object such as core.v1.Toleration, of a field such as
// core.v1.Toleration.key, or of the items of a field, or nil.
func schemaOf(schemas map[string]any, target string) map[string]any {
	target, isItems := strings.CutSuffix(target, ".*")
	for _, prefix := range []string{"io.k8s.api.", "io.k8s.apimachinery.pkg.", "io.k8s.apimachinery.pkg.apis."} {
		if schema, found := schemas[prefix+target].(map[string]any); found {
			return schema
		}
		field := path.Ext(target)
		object, _ := schemas[prefix+strings.TrimSuffix(target, field)].(map[string]any)
		properties, _ := object["properties"].(map[string]any)
		if property, found := properties[strings.TrimPrefix(field, ".")].(map[string]any); found && isItems {
			return property["items"].(map[string]any)
		} else if found {
			return property
		}
	}
	return nil
}

// addRangeOfInt32 adds the maximum of integers of 32 bits.
func addRangeOfInt32(schema any) {
	object, _ := schema.(map[string]any)
	properties, _ := object["properties"].(map[string]any)
	for _, property := range properties {
		if rules, isMap := property.(map[string]any); isMap && rules["format"] == "int32" {
			rules["maximum"] = math.MaxInt32
		}
	}
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
