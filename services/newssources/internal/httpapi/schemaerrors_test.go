package httpapi

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// TestValidationTexts checks the pointers, codes and texts of invalid bodies.
func TestValidationTexts(t *testing.T) {
	t.Parallel()
	k, err := readContract()
	must(t, err)
	const decisions, checks, proposals = "/newssources/suggestions/decisions", "/newssources/checks", "/newssources/proposals/decisions"
	for _, c := range []struct {
		name, path, body string
		want             []problem.Field
	}{
		{"empty list", decisions, `{"decision":"accept","ids":[]}`, []problem.Field{{Pointer: "/ids", Code: "minItems", Detail: "This list has too few values. Send at least 1."}}},
		{"long list", decisions, `{"decision":"accept","ids":["` + strings.Repeat(`0193c9a0-0000-7000-8000-000000000000","`, 100) + `0193c9a0-0000-7000-8000-000000000000"]}`, []problem.Field{{Pointer: "/ids", Code: "maxItems", Detail: "This list has too many values. Send at most 100."}}},
		{"two invalid values", decisions, `{"decision":"x","ids":[]}`, []problem.Field{{Pointer: "/decision", Code: "enum", Detail: "This isn't one of the allowed values."}, {Pointer: "/ids", Code: "minItems", Detail: "This list has too few values. Send at least 1."}}},
		{"wrong type", decisions, `{"decision":"accept","ids":"x"}`, []problem.Field{{Pointer: "/ids", Code: "type", Detail: "This has the wrong type. Use array."}}},
		{"missing field", decisions, `{"decision":"accept"}`, []problem.Field{{Pointer: "/ids", Code: "required", Detail: "This field is required."}}},
		{"unknown field", decisions, `{"decision":"accept","ids":["0193c9a0-0000-7000-8000-000000000000"],"x":1}`, []problem.Field{{Pointer: "/x", Code: "properties", Detail: "There is no field named “x”."}}},
		{"null", decisions, `{"decision":"accept","ids":null}`, []problem.Field{{Pointer: "/ids", Code: "nullable", Detail: "This must not be null."}}},
		{"body without fields", checks, `{}`, []problem.Field{{Pointer: "", Code: "minProperties", Detail: "This has too few fields. Send at least 1."}}},
		{"too many fields", checks, `{"all":{},"ids":["0193c9a0-0000-7000-8000-000000000000"]}`, []problem.Field{{Pointer: "", Code: "maxProperties", Detail: "This has too many fields. Send at most 1."}}},
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

// TestLimitsOutOfRange checks that all lists answer a limit out of range with the same codes.
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
