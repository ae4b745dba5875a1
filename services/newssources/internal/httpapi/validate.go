package httpapi

import (
	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
)

// validate rejects requests that violate the contract. On public routes, it checks only the ids, because
// other programs may add parameters, and WebSub hubs send any media type.
func validate(k *contract.Contract) gin.HandlerFunc {
	return func(c *gin.Context) {
		err := contract.CheckIDs(c)
		if !policyOf(c).public {
			err = k.Check(c, policyOf(c).upload)
		}
		if err != nil {
			respondError(c, err)
			return
		}
		c.Next()
	}
}
