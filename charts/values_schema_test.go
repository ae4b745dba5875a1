package charts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
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
		line, err := json.Marshal(needed[name])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, "    %q: %s,\n", name, strings.ReplaceAll(string(line), publishedSchemas, valueDefinitions))
	}
	start := []byte("  \"definitions\": {\n")
	return bytes.Replace(written, start, append(slices.Clone(start), lines.String()...), 1)
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
