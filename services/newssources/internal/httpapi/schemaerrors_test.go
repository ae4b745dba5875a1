package httpapi

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// TestValidationTexts checks the pointers, codes and texts of invalid bodies.
func TestValidationTexts(t *testing.T) {
	t.Parallel()
	k, err := readContract()
	must(t, err)
	const decisions, checks, proposals = "/newssources/suggestions/decisions", "/newssources/checks", "/newssources/proposals/decisions"
	const claims, attempts = "/newssources/claims", "/newssources/attempts"
	for _, c := range []struct {
		name, path, body string
		want             []problem.Field
	}{
		{"empty list", decisions, `{"decision":"accept","ids":[]}`, []problem.Field{{Pointer: "/ids", Code: "minItems", Detail: "This list has too few values. Send at least 1."}}},
		{"long list", decisions, `{"decision":"accept","ids":["` + strings.Repeat(`0193c9a0-0000-7000-8000-000000000000","`, 100) + `0193c9a0-0000-7000-8000-000000000000"]}`, []problem.Field{{Pointer: "/ids", Code: "maxItems", Detail: "This list has too many values. Send at most 100."}}},
		{"two invalid values", decisions, `{"decision":"x","ids":[]}`, []problem.Field{{Pointer: "/decision", Code: "enum", Detail: "This isn't one of the allowed values. Use accept, dismiss or undo."}, {Pointer: "/ids", Code: "minItems", Detail: "This list has too few values. Send at least 1."}}},
		{"wrong type", decisions, `{"decision":"accept","ids":"x"}`, []problem.Field{{Pointer: "/ids", Code: "type", Detail: "This has the wrong type. Use array."}}},
		{"missing field", decisions, `{"decision":"accept"}`, []problem.Field{{Pointer: "/ids", Code: "required", Detail: "This field is required."}}},
		{"unknown field", decisions, `{"decision":"accept","ids":["0193c9a0-0000-7000-8000-000000000000"],"x":1}`, []problem.Field{{Pointer: "/x", Code: "properties", Detail: "There is no field named “x”."}}},
		{"null", decisions, `{"decision":"accept","ids":null}`, []problem.Field{{Pointer: "/ids", Code: "nullable", Detail: "This must not be null."}}},
		{"body without fields", checks, `{}`, []problem.Field{{Pointer: "", Code: "minProperties", Detail: "This has too few fields. Send at least 1."}}},
		{"too many fields", checks, `{"all":{},"ids":["0193c9a0-0000-7000-8000-000000000000"]}`, []problem.Field{{Pointer: "", Code: "maxProperties", Detail: "This has too many fields. Send at most 1."}}},
		{"number out of range", claims, `{"limit":0,"lease_seconds":1000}`, []problem.Field{{Pointer: "/lease_seconds", Code: "maximum", Detail: "This number must be between 10 and 600."}, {Pointer: "/limit", Code: "minimum", Detail: "This number must be between 1 and 100."}}},
		{"number without an upper limit", attempts, `{"attempts":[{"claim":"x","outcome":"ok","bytes":-1}]}`, []problem.Field{{Pointer: "/attempts/0/bytes", Code: "minimum", Detail: "This number must be at least 0."}}},
		{"empty text", attempts, `{"attempts":[{"claim":"","outcome":"ok"}]}`, []problem.Field{{Pointer: "/attempts/0/claim", Code: "minLength", Detail: "This text is too short. Use at least 1 character."}}},
		{"long text", attempts, `{"attempts":[{"claim":"` + strings.Repeat("x", 101) + `","outcome":"ok"}]}`, []problem.Field{{Pointer: "/attempts/0/claim", Code: "maxLength", Detail: "This text is too long. Use at most 100 characters."}}},
		{"one field of two", proposals, `{"decision":"accept"}`, []problem.Field{{Pointer: "", Code: "minProperties", Detail: "This has too few fields. Send at least 2."}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := checkWithContract(t, k, http.MethodPost, c.path, c.body)
			slices.SortFunc(got.Fields, func(a, b problem.Field) int { return strings.Compare(a.Pointer, b.Pointer) })
			if got.Code != problem.Invalid || !slices.Equal(got.Fields, c.want) {
				t.Errorf("%s: %+v", got.Code, got.Fields)
			}
		})
	}
}

// TestRangesAreNamed checks that the text about a number out of range names the range, for each number with a range in the contract.
func TestRangesAreNamed(t *testing.T) {
	t.Parallel()
	k, err := readContract()
	must(t, err)
	schemas := map[string]*openapi3.Schema{}
	var collect func(name string, schema *openapi3.SchemaRef)
	collect = func(name string, schema *openapi3.SchemaRef) {
		if schema == nil || schemas[name] != nil {
			return
		}
		schemas[name] = schema.Value
		collect(name+"[]", schema.Value.Items)
		for field, inner := range schema.Value.Properties {
			collect(name+"."+field, inner)
		}
	}
	for name, schema := range k.spec.Components.Schemas {
		collect(name, schema)
	}
	for path, item := range k.spec.Paths.Map() {
		for method, operation := range item.Operations() {
			for _, parameter := range operation.Parameters {
				collect(method+" "+path+" "+parameter.Value.Name, parameter.Value.Schema)
			}
		}
	}
	ranges := 0
	for name, schema := range schemas {
		for _, limit := range []struct {
			value   *float64
			outside float64
		}{{schema.Min, -1}, {schema.Max, 1}} {
			if limit.value == nil {
				continue
			}
			ranges++
			violation, ok := errors.AsType[*openapi3.SchemaError](schema.VisitJSON(*limit.value + limit.outside))
			if !ok {
				t.Errorf("%s: no error", name)
				continue
			}
			want := strconv.FormatFloat(*limit.value, 'f', -1, 64)
			if got := errorText(nil, violation); !strings.HasPrefix(got, "This number must be ") || !slices.Contains(strings.Fields(strings.TrimSuffix(got, ".")), want) {
				t.Errorf("%s: %q does not name %s", name, got, want)
			}
		}
	}
	if ranges < 40 {
		t.Errorf("%d limits", ranges)
	}
}

// TestLimitsOutOfRange checks that all lists answer a limit out of range with the same codes, and name the range.
func TestLimitsOutOfRange(t *testing.T) {
	t.Parallel()
	k, err := readContract()
	must(t, err)
	lists := 0
	for path, item := range k.spec.Paths.Map() {
		if item.Get == nil || item.Get.Parameters.GetByInAndName("query", "limit") == nil || strings.Contains(path, "{") {
			continue
		}
		lists++
		for value, code := range map[string]string{"0": "minimum", "-1": "minimum", "100000": "maximum", "many": "type"} {
			got := checkWithContract(t, k, http.MethodGet, path+"?limit="+value, "")
			if !regexp.MustCompile(`^The parameter “limit” must be (an integer )?between 1 and \d+\.$`).MatchString(got.Detail) {
				t.Errorf("%s?limit=%s: %s", path, value, got.Detail)
			}
			if got.Code != problem.UnknownParameter || len(got.Fields) != 1 || got.Fields[0].Pointer != "limit" || got.Fields[0].Code != code {
				t.Errorf("%s?limit=%s: %s %+v", path, value, got.Code, got.Fields)
			}
		}
	}
	if lists < 5 {
		t.Errorf("%d lists", lists)
	}
}

func TestMissingParameter(t *testing.T) {
	t.Parallel()
	k, err := readContract()
	must(t, err)
	got := checkWithContract(t, k, http.MethodGet, "/newssources/lookup", "")
	want := []problem.Field{{Pointer: "address", Code: "required", Detail: "The parameter “address” is required."}}
	if got.Code != problem.UnknownParameter || !slices.Equal(got.Fields, want) {
		t.Errorf("%s %+v", got.Code, got.Fields)
	}
}

// checkWithContract returns the problem of a request that violates the contract. The path has no parameters.
func checkWithContract(t *testing.T, k *contract, method, address, body string) *problem.Error {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	var err error
	router := gin.New()
	router.Handle(method, request.URL.Path, func(c *gin.Context) { err = k.check(c) })
	router.ServeHTTP(httptest.NewRecorder(), request)
	if err == nil {
		t.Fatal("the request is valid")
	}
	return problem.As(err)
}
