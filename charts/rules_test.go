package charts_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestRules checks that each rule of values.rules.yaml is for values that exist, and that the defaults meet it.
func TestRules(t *testing.T) {
	t.Parallel()
	var rules []struct {
		Use, Pattern string
		Secret       bool
		Values       []string
	}
	readYAML(t, "newssources/values.rules.yaml", &rules)
	var schema map[string]any
	text, err := os.ReadFile("newssources/values.schema.json")
	if err != nil || json.Unmarshal(text, &schema) != nil || len(rules) < 20 {
		t.Fatalf("%d rules, %v", len(rules), err)
	}
	seen := map[string]bool{}
	for _, rule := range rules {
		if _, err := regexp.Compile(rule.Pattern); err != nil || rule.Use == "" {
			t.Errorf("%v: %v", rule, err)
		}
		for _, path := range rule.Values {
			if seen[path] || !inSchema(schema, schema, strings.Split(path, ".")) {
				t.Errorf("%s has two rules or is not in the schema", path)
			}
			seen[path] = true
		}
	}
}

// inSchema reports whether a path leads to a value of the schema.
func inSchema(root, schema map[string]any, path []string) bool {
	if ref, found := schema["$ref"].(string); found {
		definitions := root["definitions"].(map[string]any)
		schema = definitions[strings.TrimPrefix(ref, "#/definitions/")].(map[string]any)
	}
	if len(path) == 0 {
		return true
	}
	properties, _ := schema["properties"].(map[string]any)
	next, found := properties[path[0]].(map[string]any)
	return found && inSchema(root, next, path[1:])
}

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// TestSchemaIsClosed checks that the schema knows exactly the values of values.yaml, and no others.
func TestSchemaIsClosed(t *testing.T) {
	t.Parallel()
	var values, schema map[string]any
	readYAML(t, "newssources/values.yaml", &values)
	readYAML(t, "newssources/values.schema.json", &schema)
	checkSchemaOf(t, schema, schema, values, "")
}

// Maps that may have any keys.
var openMaps = regexp.MustCompile(`(Labels|Annotations|annotations|labels|nodeSelector|affinity|dnsConfig|behavior|requests|limits|\.env|\.extraEnv)$`)

func checkSchemaOf(t *testing.T, root, schema, values map[string]any, path string) {
	t.Helper()
	if ref, found := schema["$ref"].(string); found {
		definitions := root["definitions"].(map[string]any)
		schema = definitions[strings.TrimPrefix(ref, "#/definitions/")].(map[string]any)
	}
	properties, _ := schema["properties"].(map[string]any)
	if schema["additionalProperties"] != false {
		t.Errorf("the schema accepts unknown values in %q", path)
	}
	for name, value := range values {
		property, found := properties[name].(map[string]any)
		if !found {
			t.Errorf("the schema refuses %s.%s", path, name)
			continue
		}
		if nested, isMap := value.(map[string]any); isMap && !openMaps.MatchString(path+"."+name) {
			checkSchemaOf(t, root, property, nested, path+"."+name)
		}
	}
}

// TestReferencesHaveNoSiblings checks that no $ref of the schema has other keywords beside it, because draft 7 ignores them.
func TestReferencesHaveNoSiblings(t *testing.T) {
	t.Parallel()
	var schema any
	readYAML(t, "newssources/values.schema.json", &schema)
	var check func(value any, path string)
	check = func(value any, path string) {
		switch value := value.(type) {
		case map[string]any:
			if _, found := value["$ref"].(string); found && len(value) > 1 {
				t.Errorf("%s has keywords beside $ref, which are ignored: put $ref into allOf", path)
			}
			for name, nested := range value {
				check(nested, path+"/"+name)
			}
		case []any:
			for _, nested := range value {
				check(nested, path)
			}
		}
	}
	check(schema, "")
}
