package charts_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"sigs.k8s.io/yaml"
)

var updateSchemas = flag.Bool("update-schemas", false, "write testdata/schemas/published.json from the modules of "+
	"schemaSources")

// schemaSources are the published schemas, as files of Go modules. Only an update of
// testdata/schemas/published.json downloads them.
var schemaSources = []struct{ module, file string }{
	{"k8s.io/kubernetes@v1.35.4", "api/openapi-spec/v3/api__v1_openapi.json"},
	{"k8s.io/kubernetes@v1.35.4", "api/openapi-spec/v3/apis__apps__v1_openapi.json"},
	{"k8s.io/kubernetes@v1.35.4", "api/openapi-spec/v3/apis__autoscaling__v2_openapi.json"},
	{"k8s.io/kubernetes@v1.35.4", "api/openapi-spec/v3/apis__networking.k8s.io__v1_openapi.json"},
	{"k8s.io/kubernetes@v1.35.4", "api/openapi-spec/v3/apis__policy__v1_openapi.json"},
	{"k8s.io/kubernetes@v1.35.4", "api/openapi-spec/v3/apis__rbac.authorization.k8s.io__v1_openapi.json"},
	{"k8s.io/kubernetes@v1.35.4", "api/openapi-spec/v3/apis__batch__v1_openapi.json"},
	{"sigs.k8s.io/gateway-api@v1.4.0", "config/crd/standard/gateway.networking.k8s.io_httproutes.yaml"},
	{"sigs.k8s.io/gateway-api@v1.4.0", "config/crd/standard/gateway.networking.k8s.io_gateways.yaml"},
	{"github.com/kedacore/keda/v2@v2.18.0", "config/crd/bases/keda.sh_scaledobjects.yaml"},
	{"github.com/cloudnative-pg/cloudnative-pg@v1.27.0", "config/crd/bases/postgresql.cnpg.io_clusters.yaml"},
	{"github.com/cloudnative-pg/cloudnative-pg@v1.27.0", "config/crd/bases/postgresql.cnpg.io_scheduledbackups.yaml"},
	{"github.com/argoproj/argo-cd/v3@v3.1.0", "manifests/crds/application-crd.yaml"},
}

// usedKinds are the kinds of Kubernetes itself that the chart and the examples use.
var usedKinds = []string{
	"v1.ConfigMap", "v1.Namespace", "v1.PersistentVolumeClaim", "v1.Pod", "v1.Secret", "v1.Service", "v1.ServiceAccount",
	"apps.v1.Deployment", "apps.v1.StatefulSet",
	"autoscaling.v2.HorizontalPodAutoscaler", "networking.k8s.io.v1.Ingress", "networking.k8s.io.v1.IngressClass",
	"networking.k8s.io.v1.NetworkPolicy",
	"policy.v1.PodDisruptionBudget", "rbac.authorization.k8s.io.v1.ClusterRole",
	"rbac.authorization.k8s.io.v1.ClusterRoleBinding", "batch.v1.CronJob", "batch.v1.Job",
}

// TestSchemasHaveUsedKinds checks that each kind in usedKinds has a schema. With -update-schemas,
// it writes the schemas first.
func TestSchemasHaveUsedKinds(t *testing.T) {
	if *updateSchemas {
		downloadSchemas(t)
	}
	schemas, err := loadSchemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range usedKinds {
		if schemas[kind] == nil {
			t.Errorf("no schema of %s: run make schemas-chart", kind)
		}
	}
}

// downloadSchemas writes testdata/schemas/published.json.
func downloadSchemas(t *testing.T) {
	t.Helper()
	components := map[string]any{}
	kinds := map[string]string{} // apiVersion.kind -> name of the component
	for _, source := range schemaSources {
		text := readModuleFile(t, source.module, source.file)
		if strings.HasSuffix(source.file, ".yaml") {
			addDefinition(t, text, components)
			continue
		}
		var document struct {
			Components struct{ Schemas map[string]map[string]any }
		}
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		for name, schema := range document.Components.Schemas {
			for _, kind := range groupVersionKinds(schema) {
				kinds[kind] = name
			}
			components[name] = closeSchema(schema)
		}
	}
	reachable := map[string]any{}
	for name := range components {
		if !strings.HasPrefix(name, "io.k8s.") {
			keepReachable(components, name, reachable)
		}
	}
	for _, kind := range usedKinds {
		name, found := kinds[kind]
		if !found {
			t.Fatalf("the sources have no schema of %s", kind)
		}
		keepReachable(components, name, reachable)
		reachable[kind] = map[string]any{"$ref": "#/components/schemas/" + name}
	}
	writeSchemas(t, reachable)
}

// writeSchemas writes an OpenAPI document with one schema per line.
func writeSchemas(t *testing.T, schemas map[string]any) {
	t.Helper()
	names := make([]string, 0, len(schemas))
	for name := range schemas {
		names = append(names, name)
	}
	slices.Sort(names)
	var out bytes.Buffer
	out.WriteString(`{"openapi": "3.0.0", "info": {"title": "Schemas of Kubernetes and of operators", "version": "1"}, "paths": {}, "components": {"schemas": {` + "\n")
	for i, name := range names {
		text, err := json.Marshal(schemas[name])
		if err != nil {
			t.Fatal(err)
		}
		separator := ","
		if i == len(names)-1 {
			separator = ""
		}
		fmt.Fprintf(&out, "%q: %s%s\n", name, text, separator)
	}
	out.WriteString("}}}\n")
	if err := os.WriteFile("testdata/schemas/published.json", out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readModuleFile(t *testing.T, module, file string) []byte {
	t.Helper()
	output, err := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", module).Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", module, err, output)
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(output, &downloaded); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(downloaded.Dir, file))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// addDefinition adds the schemas of a CustomResourceDefinition.
func addDefinition(t *testing.T, text []byte, components map[string]any) {
	t.Helper()
	var definition struct {
		Spec struct {
			Group    string
			Names    struct{ Kind string }
			Versions []struct {
				Name   string
				Served bool
				Schema struct{ OpenAPIV3Schema map[string]any }
			}
		}
	}
	if err := yaml.Unmarshal(text, &definition); err != nil {
		t.Fatal(err)
	}
	for _, version := range definition.Spec.Versions {
		schema := version.Schema.OpenAPIV3Schema
		if !version.Served || schema == nil {
			continue
		}
		closed := closeSchema(schema).(map[string]any)
		properties := closed["properties"].(map[string]any)
		properties["metadata"] = map[string]any{"$ref": "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}
		components[definition.Spec.Group+"."+version.Name+"."+definition.Spec.Names.Kind] = closed
	}
}

func groupVersionKinds(schema map[string]any) []string {
	var kinds []string
	list, _ := schema["x-kubernetes-group-version-kind"].([]any)
	for _, entry := range list {
		kind := entry.(map[string]any)
		name := fmt.Sprintf("%s.%s.%s", kind["group"], kind["version"], kind["kind"])
		kinds = append(kinds, strings.TrimPrefix(name, "."))
	}
	return kinds
}

// closeSchema returns a schema without descriptions and defaults that refuses unknown fields.
func closeSchema(node any) any {
	switch node := node.(type) {
	case []any:
		closed := make([]any, len(node))
		for i, entry := range node {
			closed[i] = closeSchema(entry)
		}
		return closed
	case map[string]any:
		closed := map[string]any{}
		for key, value := range node {
			switch {
			case key == "properties":
				properties := map[string]any{}
				for name, property := range value.(map[string]any) {
					properties[name] = closeSchema(property)
				}
				closed[key] = properties
			case key == "description" || key == "default" || strings.HasPrefix(key, "x-"):
			default:
				closed[key] = closeSchema(value)
			}
		}
		_, additional := closed["additionalProperties"]
		if closed["properties"] != nil && !additional && node["x-kubernetes-preserve-unknown-fields"] != true &&
			node["x-kubernetes-embedded-resource"] != true {
			closed["additionalProperties"] = false
		}
		return closed
	default:
		return node
	}
}

// keepReachable copies a schema and the schemas that it refers to.
func keepReachable(all map[string]any, name string, kept map[string]any) {
	if _, found := kept[name]; found {
		return
	}
	kept[name] = all[name]
	var visit func(node any)
	visit = func(node any) {
		switch node := node.(type) {
		case []any:
			for _, entry := range node {
				visit(entry)
			}
		case map[string]any:
			if ref, isText := node["$ref"].(string); isText {
				keepReachable(all, strings.TrimPrefix(ref, "#/components/schemas/"), kept)
			}
			for _, value := range node {
				visit(value)
			}
		}
	}
	visit(all[name])
}

var loadSchemas = sync.OnceValues(func() (openapi3.Schemas, error) {
	loader := openapi3.NewLoader()
	document, err := loader.LoadFromFile("testdata/schemas/published.json")
	if err != nil {
		return nil, err
	}
	own, err := loader.LoadFromFile("testdata/schemas/other.yaml")
	if err != nil {
		return nil, err
	}
	for name, schema := range own.Components.Schemas {
		document.Components.Schemas[name] = schema
	}
	return document.Components.Schemas, nil
})

// checkSchema checks an object against the published schema of its kind. Unknown and missing
// fields, wrong types and values that are not in an enumeration are errors.
func checkSchema(t *testing.T, source string, object map[string]any) {
	t.Helper()
	schemas, err := loadSchemas()
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(schemas, object); err != nil {
		text := err.Error()
		t.Errorf("%s: %s: %s", source, object["kind"], text[:min(len(text), 1000)])
	}
}

func validate(schemas openapi3.Schemas, object map[string]any) error {
	version, _ := object["apiVersion"].(string)
	kind, _ := object["kind"].(string)
	schema, found := schemas[strings.ReplaceAll(version, "/", ".")+"."+kind]
	if !found {
		return fmt.Errorf("there is no schema of %s %s", version, kind)
	}
	return schema.Value.VisitJSON(object, openapi3.MultiErrors())
}

// TestSchemasFindErrors checks that the schemas refuse objects with an error.
func TestSchemasFindErrors(t *testing.T) {
	t.Parallel()
	schemas, err := loadSchemas()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ object, want string }{
		"a valid object": {"{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: {}, " +
			"template: {}}}", ""},
		"a missing field": {"{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {template: {}}}",
			"selector"},
		"an unknown field": {"{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {portz: []}}", "portz"},
		"a wrong type": {"{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec: " +
			"{podSelector: {}, policyTypes: Egress}}", "array"},
		"an unknown value": {"{apiVersion: gateway.networking.k8s.io/v1, kind: HTTPRoute, metadata: {name: a}, spec: " +
			"{rules: [{matches: [{path: {type: Glob}}]}]}}", "enum"},
		"an unknown kind": {"{apiVersion: v1, kind: Deployment}", "no schema"},
		"a field of KEDA": {"{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: a}, spec: " +
			"{scaleTarget: {name: a}, triggers: []}}", "scaleTarget"},
		"a secret reference": {"{apiVersion: external-secrets.io/v1, kind: ExternalSecret, metadata: {name: a}, spec: " +
			"{data: [{secretKey: a}]}}", "remoteRef"},
	} {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(test.object), &object); err != nil {
			t.Fatal(err)
		}
		if err := validate(schemas, object); (err == nil) != (test.want == "") || err != nil &&
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q in it", name, err, test.want)
		}
	}
}
