package source

import (
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
)

// texts converts values to strings, without the empty one, which is not part of the contract.
func texts[T ~string](values []T) (list []string) {
	for _, v := range values {
		if v != "" {
			list = append(list, string(v))
		}
	}
	return list
}

func TestEnumsEqualTheContract(t *testing.T) {
	t.Parallel()
	contract, err := openapi3.NewLoader().LoadFromFile("../../../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for schema, values := range map[string][]string{
		"Lifecycle": texts(lifecycles), "EndpointIntent": texts(intents), "MediaType": texts(mediaTypes),
		"Scope":   texts(scopes),
		"Paywall": texts(paywalls), "Rights": texts(rights), "EndpointKind": texts(kinds),
	} {
		var want []string
		for _, v := range contract.Components.Schemas[schema].Value.Enum {
			want = append(want, v.(string))
		}
		slices.Sort(want)
		slices.Sort(values)
		if !slices.Equal(values, want) {
			t.Errorf("%s: %v, want %v", schema, values, want)
		}
	}
}

func TestDatabaseAcceptsEnums(t *testing.T) {
	t.Parallel()
	check := func(field, value string, err error) {
		if err != nil {
			t.Errorf("%s %q: %v", field, value, err)
		}
	}
	for _, v := range lifecycles {
		check("lifecycle", string(v), entsource.LifecycleValidator(entsource.Lifecycle(v)))
	}
	for _, v := range paywalls {
		check("paywall", string(v), entsource.PaywallValidator(entsource.Paywall(v)))
	}
	for _, v := range rights {
		check("rights", string(v), entsource.RightsValidator(entsource.Rights(v)))
	}
	for _, v := range intents {
		check("intent", string(v), entendpoint.IntentValidator(entendpoint.Intent(v)))
	}
	for _, v := range kinds {
		check("kind", string(v), entendpoint.KindValidator(entendpoint.Kind(v)))
	}
}
